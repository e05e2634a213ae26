"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SimpleTable } from "#components/prices/simple-table.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import type { Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { FigureChange, FigureUnit } from "#lib/insurance/prices/figures.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

/** How the figures of price lists are said. */
export function useFigures() {
  const t = useTranslations("prices");
  const common = useTranslations("common");
  const option = useTranslations("contracts.options");
  const format = useFormatter();
  const { nameType, nameSubtype } = useProductNames();
  return {
    /** Says a figure such as `annual_rates.bike.break`. */
    nameFigure(path: string): string {
      const [group = "", first = "", last] = path.split(".");
      if (last !== undefined) {
        const [type = "", subtype] = first.split("/");
        const product = subtype === undefined ? nameType(type as ProductType) : nameSubtype(type as ProductType, subtype);
        return `${product}, ${option(last as Option)}`;
      }
      const name = t(`groups.${group as "tax_rate"}`);
      if (first === "") return name;
      return common("named", { name, value: group === "term_factors" ? first : option(first as Option) });
    },
    sayFigure(value: number | null, unit: FigureUnit): string {
      if (value === null) return "—";
      if (unit === "rate") return format.number(value, { style: "percent", maximumFractionDigits: 2 });
      if (unit === "euros") return format.number(value, { style: "currency", currency: "EUR" });
      if (unit === "hours") return t("hours", { count: value });
      return `× ${format.number(value, { maximumFractionDigits: 4 })}`;
    },
    /** Says a day on which a list takes effect. */
    sayDay: (at: Date) => withFirst(format.dateTime(at, { dateStyle: "long", timeZone: insurerZone })),
    sayCents: (cents: number) => format.number(cents / 100, { style: "currency", currency: "EUR" }),
    saySigned: (cents: number) => format.number(cents / 100, { style: "currency", currency: "EUR", signDisplay: "exceptZero" }),
    sayShare: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 2, signDisplay: "exceptZero" }),
  };
}

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
