"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { useFigures } from "#components/prices/figures.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";
import { productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { figureOf, subtypeFigures, tariffFigures, units } from "#lib/insurance/prices/figures.ts";
import type { TariffFigure } from "#lib/insurance/prices/figures.ts";
import type { TariffFileError } from "#lib/insurance/prices/file.ts";
import { cellOf, fillCells, readCell } from "#lib/insurance/prices/grid.ts";
import type { Cells } from "#lib/insurance/prices/grid.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";

const figureByPath: ReadonlyMap<string, TariffFigure> = new Map(
  [...tariffFigures, ...subtypeFigures].map((figure) => [figure.path, figure]),
);

interface GridProps {
  /** The version that the new one changes. */
  base: TariffRates;
  cells: Cells;
  errors: readonly TariffFileError[];
  decimalMark: "." | ",";
  onChange: (cells: Cells) => void;
}

const covers = ["break", "theft", "client_theft"] as const;
const others = tariffFigures.filter(({ path }) => !path.startsWith("annual_rates."));

interface Row {
  id: string;
  name: string;
  /** The figure in each column; undefined where the row has none. */
  paths: readonly (string | undefined)[];
  type?: ProductType;
  isSubtype?: boolean;
}

/** The figures of a new version, typed in two tables: rates by product and kind, and all others. */
export function PriceGrid(props: GridProps) {
  const t = useTranslations("prices");
  const options = useTranslations("contracts.options");
  const { nameType, nameSubtype } = useProductNames();
  const { nameFigure } = useFigures();
  const [opened, setOpened] = useState<ReadonlySet<ProductType>>(new Set());
  const { cells, errors } = props;
  const pathsOf = (key: string) =>
    covers.map((cover) => `annual_rates.${key}.${cover}`).map((path) => (figureByPath.has(path) ? path : undefined));
  const rates = productTypeNames.flatMap((type): Row[] => {
    const kinds = productTypes[type].map((subtype) => {
      return { id: `${type}/${subtype}`, name: nameSubtype(type, subtype), paths: pathsOf(`${type}/${subtype}`), isSubtype: true };
    });
    const isUsed = ({ paths }: Row) =>
      paths.some((path) => path !== undefined && (cells[path] !== undefined || errors.some(({ place }) => place === path)));
    return [{ id: type, name: nameType(type), paths: pathsOf(type), type }, ...kinds.filter((kind) => opened.has(type) || isUsed(kind))];
  });
  function toggle(type: ProductType): void {
    setOpened(new Set(opened.has(type) ? [...opened].filter((one) => one !== type) : [...opened, type]));
  }
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <p className="text-sm text-muted-foreground">{t("grid.help")}</p>
      <GridTable
        {...props}
        label={t("grid.rates")}
        head={t("grid.product")}
        columns={covers.map((cover) => options(cover))}
        rows={rates}
        toggle={{ opened, change: toggle }}
      />
      <GridTable
        {...props}
        label={t("grid.others")}
        head={t("figure")}
        columns={[t("value")]}
        rows={others.map(({ path }) => ({ id: path, name: nameFigure(path), paths: [path] }))}
      />
    </div>
  );
}

function GridTable({
  label,
  head,
  columns,
  rows,
  toggle,
  ...grid
}: GridProps & {
  label: string;
  head: string;
  columns: readonly string[];
  rows: readonly Row[];
  toggle?: { opened: ReadonlySet<ProductType>; change: (type: ProductType) => void };
}) {
  const t = useTranslations("prices.grid");
  function paste(event: ClipboardEvent<HTMLTableElement>): void {
    const at = placeOf(event.target);
    const filled =
      at &&
      fillCells(
        event.clipboardData.getData("text/plain"),
        rows.map(({ paths }) => paths),
        at,
      );
    if (filled === undefined) return;
    event.preventDefault();
    grid.onChange({ ...grid.cells, ...filled });
  }
  return (
    <div className="relative overflow-x-auto rounded-lg border">
      <Table aria-label={label} className="text-sm" onKeyDown={moveInTable} onPaste={paste}>
        <TableHeader>
          <TableRow>
            <TableHead className="sticky left-0 z-10 bg-card px-2 first:pl-3">{head}</TableHead>
            {columns.map((column) => (
              <TableHead key={column} className="px-1.5 sm:px-3">
                {column}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(({ id, name, paths, type, isSubtype = false }, row) => (
            <TableRow key={id}>
              <th
                scope="row"
                className={cn(
                  "sticky left-0 z-10 max-w-36 border-b bg-card px-3 py-1 font-normal sm:max-w-none",
                  isSubtype ? "pl-6" : "font-medium",
                )}
              >
                <span className="block">{name}</span>
                {type === undefined || toggle === undefined ? null : (
                  <Button
                    type="button"
                    variant="link"
                    size="sm"
                    className="h-auto min-h-7 px-0 text-left text-xs whitespace-normal"
                    aria-expanded={toggle.opened.has(type)}
                    aria-label={`${t("kinds", { count: productTypes[type].length })}, ${name}`}
                    onClick={() => toggle.change(type)}
                  >
                    <ChevronRight aria-hidden className={cn("size-3.5 transition-transform", toggle.opened.has(type) && "rotate-90")} />
                    {t("kinds", { count: productTypes[type].length })}
                  </Button>
                )}
              </th>
              {paths.map((path, column) => (
                <TableCell key={path ?? columns[column]} className="border-b px-1.5 py-1 align-top">
                  {path === undefined ? null : <GridCell {...grid} path={path} row={row} column={column} />}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function placeOf(target: EventTarget): { row: number; column: number } | undefined {
  const cell = target instanceof HTMLElement ? target.dataset["cell"] : undefined;
  if (cell === undefined) return undefined;
  const [row = 0, column = 0] = cell.split(" ").map(Number);
  return { row, column };
}

/** Enter and the arrows move from cell to cell, as in a spreadsheet; left and right only from the edge of the text. */
function moveInTable(event: KeyboardEvent<HTMLTableElement>): void {
  const at = placeOf(event.target);
  if (at === undefined || !(event.target instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd, value } = event.target;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  const isAtStart = isWhole || selectionEnd === 0;
  const isAtEnd = isWhole || selectionStart === value.length;
  const steps: Record<string, readonly [down: number, right: number] | undefined> = {
    Enter: [event.shiftKey ? -1 : 1, 0],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowLeft: isAtStart ? [0, -1] : undefined,
    ArrowRight: isAtEnd ? [0, 1] : undefined,
  };
  // The form is sent by its button only.
  if (event.key === "Enter") event.preventDefault();
  const step = steps[event.key];
  if (step === undefined) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[data-cell]")];
  const candidates = places.filter((input) => {
    const { row, column } = placeOf(input) ?? at;
    return step[0] === 0 ? row === at.row && (column - at.column) * step[1] > 0 : column === at.column && (row - at.row) * step[0] > 0;
  });
  const next = step[0] + step[1] > 0 ? candidates[0] : candidates.at(-1);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}

/** A figure with its old value beside it, marked if it is changed, and with what is wrong with it. */
function GridCell({
  base,
  cells,
  errors,
  decimalMark,
  onChange,
  path,
  row,
  column,
}: GridProps & { path: string; row: number; column: number }) {
  const t = useTranslations("prices.grid");
  const { nameFigure, sayFigure } = useFigures();
  const id = useId();
  const figure = figureByPath.get(path);
  if (figure === undefined) return null;
  const before = figureOf(base, figure);
  const typed = cells[path] ?? "";
  const error = errors.find(({ place }) => place === path);
  const isChanged = readCell(typed, figure.unit) !== before;
  // A subtype without a rate of its own has that of its type.
  const typePath = subtypeFigures.find((one) => one.path === path)?.type.path;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="flex items-center gap-1">
        <Input
          aria-label={nameFigure(path)}
          aria-describedby={`${id}-before ${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          data-cell={`${row} ${column}`}
          data-changed={isChanged || undefined}
          placeholder={typePath === undefined ? undefined : cells[typePath]}
          className="h-8 w-20 px-2 text-right tabular-nums data-changed:border-info data-changed:bg-info/10 data-changed:font-medium"
          value={typed}
          onChange={({ currentTarget }) => onChange({ ...cells, [path]: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            onChange({ ...cells, [path]: before === undefined ? "" : cellOf(before, figure.unit, decimalMark) });
          }}
        />
        <span aria-hidden className="w-3 text-muted-foreground">
          {{ rate: "%", factor: "×", euros: "€", hours: "h" }[figure.unit]}
        </span>
      </span>
      <span
        id={`${id}-before`}
        className={cn("text-xs whitespace-nowrap tabular-nums", isChanged ? "text-foreground" : "text-muted-foreground")}
      >
        <span className="sr-only">{t(isChanged ? "changedFrom" : "before")} </span>
        {before === undefined && typePath !== undefined ? t("asType") : sayFigure(before ?? null, figure.unit)}
      </span>
      <span id={`${id}-error`} aria-live="polite" className="basis-full text-xs text-danger empty:hidden">
        {error === undefined ? null : <CellError error={error} figure={figure} decimalMark={decimalMark} />}
      </span>
    </div>
  );
}

function CellError({
  error: { error },
  figure: { unit },
  decimalMark,
}: {
  error: TariffFileError;
  figure: TariffFigure;
  decimalMark: "." | ",";
}) {
  const t = useTranslations("prices.grid.errors");
  const { min, max } = units[unit];
  const say = (value: number) => cellOf(value, unit, decimalMark);
  if (error === "outside") return t("outside", { min: say(min), max: say(max) });
  if (error === "decimals") return t("decimals", { count: unit === "factor" ? 4 : unit === "hours" ? 0 : 2 });
  return t(error === "missing" ? "missing" : "noNumber", { example: `4${decimalMark}16` });
}
