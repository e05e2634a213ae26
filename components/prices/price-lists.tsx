"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Calculator } from "#components/prices/calculator.tsx";
import { ChangesTable } from "#components/prices/changes-table.tsx";
import { pricesQuery } from "#components/prices/queries.ts";
import { SimpleTable } from "#components/prices/simple-table.tsx";
import type { FirstPeriods } from "#components/prices/use-calculator.ts";
import { useFigures } from "#components/prices/use-figures.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { figureOf, figuresOf } from "#lib/insurance/prices/figures.ts";

/** The price list in force with a calculator, and the next one with its changes. */
export function PriceLists({ first, renterUid, maySend }: { first: FirstPeriods; renterUid: string; maySend: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("prices");
  const { nameFigure, sayFigure, sayDay } = useFigures();
  const { data } = useQuery(pricesQuery(environment));
  if (data === undefined) return null;
  const { inForce, next } = data;
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      {next === null ? null : (
        <section className="grid gap-3">
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold tracking-tight">
            {t("nextList", { version: next.tariff.version })} <Badge tone="info">{t("states.next")}</Badge>
          </h2>
          <Alert tone={next.raises ? "warning" : "info"}>
            {t(next.raises ? "rise" : "coming", { day: sayDay(next.tariff.effectiveFrom) })}
          </Alert>
          <ChangesTable changes={next.changes} />
        </section>
      )}
      <Calculator first={first} renterUid={renterUid} maySend={maySend} />
      <section className="grid gap-3">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold tracking-tight">
          {t("currentList", { version: inForce.version })} <Badge tone="success">{t("states.inForce")}</Badge>
        </h2>
        <p className="text-muted-foreground">{t("currentText", { day: sayDay(inForce.effectiveFrom) })}</p>
        <SimpleTable
          label={t("currentList", { version: inForce.version })}
          headers={[t("figure"), t("value")]}
          rows={figuresOf(inForce.rates).map((figure) => ({
            id: figure.path,
            cells: [nameFigure(figure.path), sayFigure(figureOf(inForce.rates, figure) ?? null, figure.unit)],
          }))}
        />
      </section>
    </div>
  );
}
