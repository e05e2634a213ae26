"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { EnvironmentBadge } from "#components/console/links.tsx";
import { keyParsers, keysQuery } from "#components/console/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime, TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import type { KeyRow } from "#lib/account/keys/list.ts";
import type { KeyState } from "#lib/account/keys/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

const idOf = ({ id }: KeyRow) => id;
const hrefOf = ({ partnerId }: KeyRow) => `/support/partners/${partnerId}`;

export function KeyList() {
  const t = useTranslations("partners.keyList");
  const partners = useTranslations("partners");
  const environmentNames = useTranslations("shell.environments");
  const states = useTranslations("common.statuses.key");
  const filters = useListFilters(keyParsers);
  const query = useQuery(keysQuery(filters.values));
  const columns: Column<KeyRow>[] = [
    {
      key: "preview",
      header: t("key"),
      cell: ({ preview, name, rights }) => (
        <span className="grid gap-0.5">
          <code className="font-mono">{preview}…</code>
          {name === null ? null : (
            <span className="text-sm whitespace-normal text-muted-foreground">{`${name} (${rights.join(", ")})`}</span>
          )}
        </span>
      ),
    },
    {
      key: "partnerName",
      header: t("partner"),
      cell: ({ partnerName }) => <span className="[overflow-wrap:anywhere]">{partnerName}</span>,
      phone: "below",
    },
    {
      key: "environment",
      header: t("environment"),
      cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
      phone: "belowEnd",
    },
    {
      key: "state",
      header: t("state"),
      cell: ({ state, isReported }) => (
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge of="key" status={state} />
          {isReported ? <Badge tone="danger">{states("reported")}</Badge> : null}
        </span>
      ),
      phone: "end",
    },
    { key: "lastUsedAt", header: t("lastUsed"), cell: ({ lastUsedAt }) => <LastTime at={lastUsedAt} never={partners("never")} /> },
    { key: "createdAt", header: t("created"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="day" /> },
  ];
  return (
    <ResourceList
      texts={t}
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
      nothing={<EmptyState icon={KeyRound} texts={t} />}
    />
  );
}
