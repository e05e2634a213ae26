"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { useFigureColumns, useMonthName } from "#components/statements/figure-columns.tsx";
import { MonthCharts } from "#components/statements/month-charts.tsx";
import { statementsQuery, supportStatementsQuery } from "#components/statements/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { WireStatementSummary } from "#lib/insurance/statements/schema.ts";

const idOf = ({ month }: WireStatementSummary) => month;

export function StatementList() {
  const environment = useEnvironment();
  const t = useTranslations("statements");
  return <MonthList query={useQuery(statementsQuery(environment))} root={`/${environment}/statements`} label={t("title")} />;
}

/** The months of all partners together. */
export function StatementListOfSupport() {
  const t = useTranslations("statements");
  return <MonthList query={useQuery(supportStatementsQuery)} root="/support/statements" label={t("title")} />;
}

/** Every month with its figures, of one partner or of all: the twelve last as charts, all in a table. */
function MonthList({
  query,
  root,
  label,
}: {
  query: ComponentProps<typeof DataTable>["query"] & { data: WireStatementSummary[] | undefined };
  root: string;
  label: string;
}) {
  const t = useTranslations("statements");
  const sayMonth = useMonthName();
  const figures = useFigureColumns<WireStatementSummary>(({ totals }) => totals);
  return (
    <>
      {query.data === undefined ? null : <MonthCharts months={query.data} root={root} />}
      <DataTable
        label={label}
        columns={[
          {
            key: "month",
            header: t("month"),
            cell: ({ month, closed }) => (
              <span className="inline-flex items-center gap-2 whitespace-nowrap first-letter:uppercase">
                {sayMonth(month)}
                {closed ? null : <Badge tone="outline">{t("open")}</Badge>}
              </span>
            ),
          },
          ...figures,
        ]}
        rows={query.data}
        query={query}
        idOf={idOf}
        hrefOf={({ month }) => `${root}/${month}`}
        empty={<EmptyState icon={ReceiptText} texts={t} />}
      />
    </>
  );
}
