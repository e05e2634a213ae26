"use client";

import { useTranslations } from "next-intl";
import { SimpleTable } from "#components/prices/simple-table.tsx";
import { useFigures } from "#components/prices/use-figures.ts";
import type { FigureChange } from "#lib/insurance/prices/figures.ts";

/** The figures that differ between two price lists. */
export function ChangesTable({ changes }: { changes: readonly FigureChange[] }) {
  const t = useTranslations("prices");
  const { nameFigure, sayFigure, sayShare } = useFigures();
  if (changes.length === 0) return <p className="text-muted-foreground">{t("noChanges")}</p>;
  return (
    <SimpleTable
      label={t("changes")}
      headers={[t("figure"), t("before"), t("after"), t("change")]}
      rows={changes.map(({ path, unit, before, after }) => ({
        id: path,
        cells: [
          nameFigure(path),
          sayFigure(before, unit),
          sayFigure(after, unit),
          before === null || before === 0 ? "—" : sayShare(after / before - 1),
        ],
      }))}
    />
  );
}
