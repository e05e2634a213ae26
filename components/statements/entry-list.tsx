"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Money } from "#components/kit/facts/figures.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { entriesQuery, entryParsers } from "#components/statements/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { PremiumKind } from "#lib/insurance/contracts/rules/premium-entries.ts";
import type { EntryRow } from "#lib/insurance/statements/entries-of-month.ts";
import { entryFilters } from "#lib/insurance/statements/list-filters.ts";

const idOf = ({ id }: EntryRow) => id;

/** The changes of prices that a month's premium is the sum of, each with its contract. */
export function EntryList({ month, renters }: { month: string; renters: readonly { value: string; label: string }[] }) {
  const environment = useEnvironment();
  const t = useTranslations("statements.entries");
  const filters = useListFilters(entryParsers);
  const query = useQuery(entriesQuery(environment, month, filters.values));
  const columns: Column<EntryRow>[] = [
    {
      key: "cid",
      header: t("contract"),
      cell: ({ cid }) => (
        <TextLink href={`/${environment}/contracts/${cid}`} className="whitespace-nowrap">
          <code className="font-mono text-sm">{cid}</code>
        </TextLink>
      ),
    },
    { key: "kind", header: t("kind"), cell: ({ kind, happenedAt }) => <Kind kind={kind} happenedAt={happenedAt} />, phone: "below" },
    { key: "product", header: t("product"), cell: ({ product, marking }) => titleOf([product, marking]), grows: true },
    { key: "renter", header: t("renter"), cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />, from: "wide" },
    { key: "at", header: t("at"), cell: ({ at }) => <TimeStamp at={at} />, phone: "belowEnd" },
    {
      key: "amount",
      header: t("amount"),
      cell: ({ amountCents }) => <Money euros={amountCents / 100} />,
      align: "right",
      phone: "end",
    },
  ];
  return (
    <section aria-labelledby="entries" className="min-w-0 print:hidden">
      <h2 id="entries" className="text-lg font-semibold tracking-tight">
        {t("title")}
      </h2>
      <p className="mb-3 max-w-2xl text-muted-foreground">{t("description")}</p>
      <ResourceList
        texts={t}
        declared={entryFilters}
        filters={filters}
        query={query}
        words={{
          renter: { label: t("renterUid"), placeholder: t("renterPlaceholder"), choices: renters },
          kind: { label: t("kind"), labelOf: (kind) => t(`kinds.${kind as PremiumKind}`) },
        }}
        columns={columns}
        idOf={idOf}
        nothing={<EmptyState icon={ReceiptText} texts={t} />}
      />
    </section>
  );
}

function Kind({ kind, happenedAt }: Pick<EntryRow, "kind" | "happenedAt">) {
  const t = useTranslations("statements.entries");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Badge>{t(`kinds.${kind}`)}</Badge>
      {happenedAt === null ? null : (
        <span className="text-sm text-muted-foreground">
          {t("repaired")} <TimeStamp at={happenedAt} />
        </span>
      )}
    </span>
  );
}
