"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Wire } from "#components/portal/api.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { ResourceList } from "#components/portal/resource-list.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { LastTime, TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { EnvironmentBadge } from "#components/support/links.tsx";
import { keyParsers, keysQuery } from "#components/support/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { keyFilters } from "#lib/keys/list-filters.ts";
import type { KeyRow } from "#lib/keys/list.ts";
import type { KeyState } from "#lib/keys/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";

type Row = Wire<KeyRow>;

const column = describeColumns<Row>();
const idOf = ({ id }: Row) => id;
const hrefOf = ({ partnerId }: Row) => `/support/partners/${partnerId}`;

export function KeyList() {
  const t = useTranslations("partners.keyList");
  const partners = useTranslations("partners");
  const environmentNames = useTranslations("shell.environments");
  const states = useTranslations("common.statuses.key");
  const filters = useListFilters(keyParsers);
  const query = useQuery(keysQuery(filters.values));
  const columns = useMemo(
    () => [
      column.accessor("preview", { header: t("key"), cell: (cell) => <code className="font-mono">{cell.getValue()}…</code> }),
      column.accessor("partnerName", {
        header: t("partner"),
        cell: (cell) => <span className="[overflow-wrap:anywhere]">{cell.getValue()}</span>,
        meta: { phone: "below" },
      }),
      column.accessor("environment", {
        header: t("environment"),
        cell: (cell) => <EnvironmentBadge environment={cell.getValue()} />,
        meta: { phone: "belowEnd" },
      }),
      column.accessor("state", {
        header: t("state"),
        cell: ({ row: { original } }) => (
          <span className="flex flex-wrap gap-1.5">
            <StatusBadge of="key" status={original.state} />
            {original.isReported ? <Badge tone="danger">{states("reported")}</Badge> : null}
          </span>
        ),
        meta: { phone: "end" },
      }),
      column.accessor("lastUsedAt", { header: t("lastUsed"), cell: (cell) => <LastTime at={cell.getValue()} never={partners("never")} /> }),
      column.accessor("createdAt", { header: t("created"), cell: (cell) => <TimeStamp at={cell.getValue()} as="day" /> }),
    ],
    [t, partners, states],
  );
  return (
    <ResourceList
      label={t("title")}
      declared={keyFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("searchLabel"), placeholder: t("searchPlaceholder") },
        environment: { label: t("environment"), labelOf: (environment) => environmentNames(environment as Environment) },
        state: { label: t("state"), labelOf: (state) => states(state as KeyState) },
      }}
      columns={columns}
      idOf={idOf}
      hrefOf={hrefOf}
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={
        <EmptyState icon={KeyRound} title={t("emptyTitle")}>
          {t("empty")}
        </EmptyState>
      }
    />
  );
}
