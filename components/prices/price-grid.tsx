"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ClipboardEvent, KeyboardEvent } from "react";
import { figureByPath, GridCell } from "#components/prices/price-cell.tsx";
import type { GridProps } from "#components/prices/price-cell.tsx";
import { useFigures } from "#components/prices/use-figures.ts";
import { useProductNames } from "#components/products/use-product-names.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/table.tsx";
import { productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { tariffFigures } from "#lib/insurance/prices/figures.ts";
import { fillCells } from "#lib/insurance/prices/grid.ts";

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
