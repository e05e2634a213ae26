"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ResourceList } from "#components/portal/resource-list.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { securityParsers, securityQuery } from "#components/security/queries.ts";
import type { SecurityRowData } from "#components/security/queries.ts";
import { securityFilters } from "#lib/security/list-filters.ts";
import type { SecurityKind } from "#lib/security/schema.ts";

const column = describeColumns<SecurityRowData>();
const idOf = ({ id }: SecurityRowData) => id;

/** What was refused for security reasons, counted by whom it was about, address and hour. */
export function SecurityList() {
  const t = useTranslations("securityEvents");
  const columns = useSecurityColumns();
  const filters = useListFilters(securityParsers);
  const query = useQuery(securityQuery(filters.values));
  return (
    <ResourceList
      label={t("title")}
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
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={
        <EmptyState icon={ShieldCheck} title={t("emptyTitle")}>
          {t("empty")}
        </EmptyState>
      }
    />
  );
}

function useSecurityColumns() {
  const t = useTranslations("securityEvents");
  const format = useFormatter();
  return useMemo(
    () => [
      column.accessor("kind", {
        header: t("columns.kind"),
        cell: (cell) => <span className="font-medium whitespace-nowrap">{t(`kinds.${cell.getValue()}`)}</span>,
      }),
      column.accessor("subject", {
        header: t("columns.subject"),
        cell: (cell) => <span className="font-mono text-sm [overflow-wrap:anywhere]">{cell.getValue()}</span>,
        meta: { grows: true, phone: "below" },
      }),
      column.accessor("address", {
        header: t("columns.address"),
        cell: (cell) => <span className="font-mono text-sm">{cell.getValue()}</span>,
      }),
      column.accessor("count", {
        header: t("columns.count"),
        cell: (cell) => <span className="tabular-nums">{format.number(cell.getValue())}</span>,
        meta: { align: "right", phone: "end" },
      }),
      column.accessor("detail", {
        header: t("columns.detail"),
        cell: (cell) => <span className="font-mono text-sm sm:whitespace-nowrap">{cell.getValue() ?? "—"}</span>,
      }),
      column.accessor("lastAt", {
        header: t("columns.lastAt"),
        cell: (cell) => <TimeStamp at={cell.getValue()} as="second" />,
        meta: { phone: "belowEnd" },
      }),
    ],
    [t, format],
  );
}
