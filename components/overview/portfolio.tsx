"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "#components/kit/facts/figures.tsx";
import { portfolioQuery } from "#components/overview/queries.ts";
import { SimpleTable } from "#components/prices/simple-table.tsx";
import { useProductNames } from "#components/products/use-product-names.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { MonthCharts } from "#components/statements/month-charts.tsx";
import { statementsQuery } from "#components/statements/queries.ts";
import { Card } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";

/** The insured portfolio with its premiums and claims; empty until it is counted, so that the traffic above does not wait. */
export function PortfolioView() {
  const environment = useEnvironment();
  const t = useTranslations("overview.portfolio");
  const format = useFormatter();
  const { nameType } = useProductNames();
  const { data: portfolio } = useQuery(portfolioQuery(environment));
  const { data: months } = useQuery(statementsQuery(environment));
  if (portfolio === undefined) return null;
  const { contracts, products, valueCents, premiumThisMonthCents, premiumLastMonthCents, ending, renewing, types } = portfolio;
  const root = `/${environment}/statements`;
  return (
    <section aria-labelledby="portfolio" className="@container grid min-w-0 gap-4">
      <h2 id="portfolio" className="text-lg font-semibold tracking-tight">
        {t("title")}
      </h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <Fact name={t("insured")} value={<Money euros={valueCents / 100} />} href={`/${environment}/contracts?status=open`}>
          {t("insuredText", { products, contracts })}
        </Fact>
        <Fact name={t("premium")} value={<Money euros={premiumThisMonthCents / 100} />} href={root}>
          {t("premiumText", { amount: format.number(premiumLastMonthCents / 100, { style: "currency", currency: "EUR" }) })}
        </Fact>
        <Fact name={t("ending")} value={format.number(ending)} href={`/${environment}/renewals`}>
          {t("endingText", { count: renewing })}
        </Fact>
      </div>
      {months === undefined ? null : <MonthCharts months={months} root={root} />}
      {types.length === 0 ? null : (
        <SimpleTable
          label={t("byType")}
          headers={[t("type"), t("products"), t("value"), t("share"), t("claims"), t("frequency"), t("paid")]}
          rows={types.map((type) => ({
            id: type.productType,
            cells: [
              nameType(type.productType),
              format.number(type.products),
              <Money key="value" euros={type.valueCents / 100} />,
              <Share key="share" of={valueCents === 0 ? 0 : type.valueCents / valueCents} />,
              format.number(type.claims),
              type.products === 0 ? "—" : format.number((100 * type.claims) / type.products, { maximumFractionDigits: 1 }),
              <Money key="paid" euros={type.paidCents / 100} />,
            ],
          }))}
        />
      )}
    </section>
  );
}

function Fact({ name, value, href, children }: { name: string; value: ReactNode; href: string; children: ReactNode }) {
  return (
    <Card className="relative p-4 hover:bg-accent/60">
      <dl>
        <dt className="text-muted-foreground">
          <Link href={href} className="after:absolute after:inset-0">
            {name}
          </Link>
        </dt>
        <dd className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums">{value}</dd>
        <dd className="text-sm text-muted-foreground">{children}</dd>
      </dl>
    </Card>
  );
}

/** A share as a bar, and in figures. */
function Share({ of }: { of: number }) {
  const format = useFormatter();
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden className="h-2 w-24 overflow-hidden rounded-full bg-muted @max-[64rem]:hidden">
        <span className="block h-full rounded-full bg-chart-main" style={{ width: `${of * 100}%` }} />
      </span>
      <span className="w-12">{format.number(of, { style: "percent", maximumFractionDigits: 0 })}</span>
    </span>
  );
}
