"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { securityParsers, securityQuery } from "#components/security/queries.ts";
import { securityFilters } from "#lib/account/security-events/list-filters.ts";
import type { SecurityRow } from "#lib/account/security-events/list.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";

const idOf = ({ id }: SecurityRow) => id;

/** Security refusals, counted by subject, address and hour. */
export function SecurityList() {
  const t = useTranslations("securityEvents");
  const columns = useSecurityColumns();
  const filters = useListFilters(securityParsers);
  const query = useQuery(securityQuery(filters.values));
  return (
    <ResourceList
      texts={t}
      declared={securityFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.search"), placeholder: t("filters.searchPlaceholder") },
        kind: { label: t("filters.kind"), labelOf: (kind) => t(`kinds.${kind as SecurityKind}`) },
        from: { label: t("filters.time") },
        to: { label: t("filters.time") },
      }}
      columns={columns}
      idOf={idOf}
      nothing={<EmptyState icon={ShieldCheck} texts={t} />}
    />
  );
}

function useSecurityColumns(): Column<SecurityRow>[] {
  const t = useTranslations("securityEvents");
  const format = useFormatter();
  return [
    {
      key: "kind",
      header: t("columns.kind"),
      cell: ({ kind }) => <span className="font-medium whitespace-nowrap">{t(`kinds.${kind}`)}</span>,
    },
    {
      key: "subject",
      header: t("columns.subject"),
      cell: ({ subject }) => <span className="font-mono text-sm [overflow-wrap:anywhere]">{subject}</span>,
      grows: true,
      phone: "below",
    },
    { key: "address", header: t("columns.address"), cell: ({ address }) => <span className="font-mono text-sm">{address}</span> },
    {
      key: "count",
      header: t("columns.count"),
      cell: ({ count }) => <span className="tabular-nums">{format.number(count)}</span>,
      align: "right",
      phone: "end",
    },
    {
      key: "detail",
      header: t("columns.detail"),
      cell: ({ detail }) => <span className="font-mono text-sm sm:whitespace-nowrap">{detail ?? "—"}</span>,
      from: "wide",
    },
    { key: "lastAt", header: t("columns.lastAt"), cell: ({ lastAt }) => <TimeStamp at={lastAt} as="second" />, phone: "belowEnd" },
  ];
}
