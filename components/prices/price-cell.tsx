"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFigures } from "#components/prices/use-figures.ts";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { figureOf, subtypeFigures, tariffFigures, units } from "#lib/insurance/prices/figures.ts";
import type { TariffFigure } from "#lib/insurance/prices/figures.ts";
import type { TariffFileError } from "#lib/insurance/prices/file.ts";
import { cellOf, readCell } from "#lib/insurance/prices/grid.ts";
import type { Cells } from "#lib/insurance/prices/grid.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";

export const figureByPath: ReadonlyMap<string, TariffFigure> = new Map(
  [...tariffFigures, ...subtypeFigures].map((figure) => [figure.path, figure]),
);

export interface GridProps {
  /** The version that the new one changes. */
  base: TariffRates;
  cells: Cells;
  errors: readonly TariffFileError[];
  decimalMark: "." | ",";
  onChange: (cells: Cells) => void;
}

/** A figure with its old value beside it, marked if it is changed, and with what is wrong with it. */
export function GridCell({
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
