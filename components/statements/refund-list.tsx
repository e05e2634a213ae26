"use client";

import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { BoundedTable } from "#components/kit/list/bounded-table.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ExportButton } from "#components/kit/list/export-button.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { entryParsers, refundsQuery } from "#components/statements/queries.ts";
import type { RefundCursor } from "#components/statements/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { RefundRow } from "#lib/insurance/statements/refunds-of-month.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

const idOf = ({ id }: RefundRow) => id;
const newest: RefundCursor = { before: null, after: null };

/** The payments and deductions that a month's claims figures are the sum of, each with its claim; of one rental company as the entries are. */
export function RefundList({ month }: { month: string }) {
  const environment = useEnvironment();
  const t = useTranslations("statements.refunds");
  const columns = useRefundColumns();
  const { renter } = useListFilters(entryParsers).values;
  const [cursor, setCursor] = useState(newest);
  const query = useQuery(refundsQuery(environment, month, { renter, ...cursor }));
  return (
    <section aria-labelledby="refunds" className="min-w-0 print:hidden">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="refunds" className="text-lg font-semibold tracking-tight">
            {t("title")}
          </h2>
          <p className="max-w-2xl text-muted-foreground">{t("description")}</p>
        </div>
        <ExportButton list="statement-refunds" of={{ month, ...(renter !== null && { renter }) }} />
      </div>
      <BoundedTable
        texts={t}
        query={query}
        filters={{
          values: cursor,
          isFiltered: renter !== null,
          isPaged: cursor.before !== null || cursor.after !== null,
          go: (to) => setCursor({ ...newest, ...to }),
        }}
        columns={columns}
        idOf={idOf}
        nothing={<EmptyState icon={HandCoins} texts={t} />}
      />
    </section>
  );
}

function useRefundColumns(): Column<RefundRow>[] {
  const environment = useEnvironment();
  const t = useTranslations("statements");
  const types = useTranslations("claims.settlements.types");
  const amount = (key: "claims_paid" | "claims_charged" | "claims_net", cents: (row: RefundRow) => number): Column<RefundRow> => ({
    key,
    header: t(`figures.${key}`),
    cell: (row) => <Money euros={cents(row) / 100} />,
    align: "right",
    ...(key === "claims_net" ? { phone: "end" } : { from: "medium" }),
  });
  return [
    {
      key: "claim",
      header: t("refunds.claim"),
      cell: ({ claimId, number }) => (
        <TextLink href={`/${environment}/claims/${claimId}`} className="font-mono text-sm whitespace-nowrap">
          {number ?? claimId}
        </TextLink>
      ),
    },
    { key: "type", header: t("refunds.type"), cell: ({ type }) => <Badge>{types(type)}</Badge>, phone: "below" },
    { key: "product", header: t("entries.product"), cell: ({ product, marking }) => titleOf([product, marking]), grows: true },
    {
      key: "contract",
      header: t("entries.contract"),
      cell: ({ cid }) => (
        <TextLink href={`/${environment}/contracts/${cid}`} className="font-mono text-sm whitespace-nowrap">
          {cid}
        </TextLink>
      ),
      from: "widest",
    },
    { key: "renter", header: t("renter"), cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />, from: "wide" },
    { key: "at", header: t("entries.at"), cell: ({ at }) => <TimeStamp at={at} as="day" timeZone={insurerZone} />, phone: "belowEnd" },
    amount("claims_paid", ({ paidCents }) => paidCents),
    amount("claims_charged", ({ chargedCents }) => 0 - chargedCents),
    amount("claims_net", ({ netCents }) => netCents),
  ];
}
