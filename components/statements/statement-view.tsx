"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { EntryFiles } from "#components/statements/entry-files.tsx";
import { EntryList } from "#components/statements/entry-list.tsx";
import { FiguresTable } from "#components/statements/figures-table.tsx";
import { statementQuery } from "#components/statements/queries.ts";
import { RefundList } from "#components/statements/refund-list.tsx";
import { StatementHeader } from "#components/statements/statement-header.tsx";
import { StatementTotals } from "#components/statements/statement-totals.tsx";
import { Verification } from "#components/statements/verification.tsx";

/** A month of an environment: what it came to, for which rental companies, and by which changes of prices and payments. */
export function StatementView({ month, partnerName }: { month: string; partnerName: string }) {
  const environment = useEnvironment();
  const t = useTranslations("statements");
  const { data: statement } = useQuery(statementQuery(environment, month));
  if (statement === undefined) return null;
  const root = `/${environment}/statements`;
  return (
    <div className="print:[page:landscape]">
      <StatementHeader
        month={month}
        closed={statement.closed}
        closedAt={statement.closed_at}
        sha256={statement.sha256}
        partnerName={partnerName}
        isTest={environment === "development"}
        crumbs={[{ label: t("title"), href: root }]}
        actions={<EntryFiles month={month} />}
      />
      <div className="grid gap-6 [&>*]:min-w-0">
        <StatementTotals totals={statement.totals} />
        <FiguresTable
          title={t("byRenter")}
          onPaper={partnerName}
          month={month}
          nameOfRow={t("renter")}
          rows={statement.renters.map(({ uid, company_name: name, ...figures }) => ({
            id: uid,
            name: name ?? uid,
            href: `${root}/${month}?${new URLSearchParams({ renter: uid })}#entries`,
            figures,
          }))}
          totals={statement.totals}
          actions={<ExportButton list="statement-renters" of={{ month }} />}
        />
        {statement.sha256 === null ? null : <Verification month={month} sha256={statement.sha256} />}
        {environment === "production" ? (
          <p className="text-sm text-muted-foreground">
            {t("testsApart")}{" "}
            <TextLink href="/production/contracts?test=true" className="print:hidden">
              {t("viewTests")}
            </TextLink>
          </p>
        ) : null}
        <EntryList month={month} renters={statement.renters.map(({ uid, company_name: name }) => ({ value: uid, label: name ?? uid }))} />
        <RefundList month={month} />
      </div>
    </div>
  );
}
