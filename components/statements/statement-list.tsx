"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { MonthList } from "#components/statements/month-list.tsx";
import { statementsQuery, supportStatementsQuery } from "#components/statements/queries.ts";

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
