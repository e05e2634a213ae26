"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { FiguresTable, useMonthName } from "#components/statements/figure-columns.tsx";
import { monthOfPartnersQuery, statementOfPartnerQuery } from "#components/statements/queries.ts";
import { StatementHeader, StatementTotals } from "#components/statements/statement-totals.tsx";

const root = "/support/statements";

/** A month of all partners, a line each. */
export function MonthOfPartners({ month }: { month: string }) {
  const t = useTranslations("statements");
  const { data } = useQuery(monthOfPartnersQuery(month));
  if (data === undefined) return null;
  return (
    <div className="print:[page:landscape]">
      <StatementHeader month={month} closed={data.closed} partnerName={t("allPartners")} crumbs={[{ label: t("title"), href: root }]} />
      <div className="grid gap-6 [&>*]:min-w-0">
        <StatementTotals totals={data.totals} />
        <FiguresTable
          title={t("byPartner")}
          onPaper={t("allPartners")}
          month={month}
          nameOfRow={t("partner")}
          rows={data.partners.map(({ partnerId, name, ...figures }) => ({
            id: partnerId,
            name,
            href: `${root}/${month}/${partnerId}`,
            figures,
          }))}
          totals={data.totals}
          actions={<ExportButton list="statement-partners" of={{ month }} />}
        />
      </div>
    </div>
  );
}

/** The statement of one partner, as its own people see it. */
export function StatementOfPartner({ partnerId, month }: { partnerId: string; month: string }) {
  const t = useTranslations("statements");
  const sayMonth = useMonthName();
  const { data } = useQuery(statementOfPartnerQuery(partnerId, month));
  if (data === undefined) return null;
  return (
    <div className="print:[page:landscape]">
      <StatementHeader
        month={month}
        closed={data.closed}
        closedAt={data.closed_at}
        sha256={data.sha256}
        partnerName={data.partner.name}
        crumbs={[
          { label: t("title"), href: root },
          { label: sayMonth(month), href: `${root}/${month}` },
        ]}
      />
      <div className="grid gap-6 [&>*]:min-w-0">
        <p className="text-lg font-medium print:hidden">{data.partner.name}</p>
        <StatementTotals totals={data.totals} />
        <FiguresTable
          title={t("byRenter")}
          onPaper={data.partner.name}
          month={month}
          nameOfRow={t("renter")}
          rows={data.renters.map(({ uid, company_name: name, ...figures }) => ({
            id: uid,
            name: name ?? uid,
            href: `/support/renters/${encodeURIComponent(uid)}`,
            figures,
          }))}
          totals={data.totals}
          actions={<ExportButton list="statement-renters" of={{ month, partnerId }} />}
        />
        {data.sha256 === null ? null : (
          <p className="text-sm text-muted-foreground">
            SHA-256 <code className="font-mono [overflow-wrap:anywhere]">{data.sha256}</code>
          </p>
        )}
      </div>
    </div>
  );
}
