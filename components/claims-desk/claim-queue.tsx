"use client";

import { useQuery } from "@tanstack/react-query";
import { PartyPopper } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { queueCountsQuery, queuePageQuery, queueParsers } from "#components/claims-desk/queries.ts";
import type { QueuedClaimData } from "#components/claims-desk/queries.ts";
import { ShortcutHelp, useShortcuts } from "#components/claims-desk/shortcuts.tsx";
import { useCount } from "#components/claims-desk/waiting-badge.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { asQuery } from "#components/portal/list-parsers.ts";
import { ResourceList } from "#components/portal/resource-list.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { Badge } from "#components/ui/badge.tsx";
import { openStatuses, queueFilters } from "#lib/claims/list-filters.ts";
import type { ClaimKind, QueueStatus } from "#lib/claims/list-filters.ts";
import type { QueueCounts } from "#lib/claims/queue.ts";

const column = describeColumns<QueuedClaimData>();
const idOf = ({ id }: QueuedClaimData) => id;

/** The claims of all partners by their state, those that wait longest first. */
export function ClaimQueue({ partners }: { partners: readonly { id: string; name: string }[] }) {
  const t = useTranslations("claims.desk");
  const word = useTranslations("common.statuses.claim");
  const say = useCount();
  const filters = useListFilters(queueParsers);
  const { values } = filters;
  const query = useQuery(queuePageQuery(values));
  const { data: counts } = useQuery(queueCountsQuery(values));
  const columns = useQueueColumns();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({ j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1), "?": () => setHelpOpen(true) });
  const open = counts && openStatuses.reduce((sum, status) => sum + counts[status], 0);
  return (
    <ResourceList
      label={t("title")}
      declared={queueFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("queue.searchLabel"), placeholder: t("queue.searchPlaceholder") },
        status: {
          label: t("queue.status"),
          labelOf: (status) => withCount(word(status as QueueStatus), counts?.[status as keyof QueueCounts]),
          tabs: { all: withCount(t("queue.open"), open) },
        },
        partner: {
          label: t("queue.partner"),
          choices: partners.map(({ id, name }) => ({ value: id, label: name })),
          placeholder: t("queue.partnerPlaceholder"),
        },
        kind: { label: t("queue.kind"), labelOf: (kind) => t(`queue.kinds.${kind as ClaimKind}`) },
      }}
      actions={
        <ShortcutHelp
          isOpen={isHelpOpen}
          setOpen={setHelpOpen}
          keys={[
            { keys: ["j", "n"], does: t("shortcuts.next") },
            { keys: ["k", "p"], does: t("shortcuts.previous") },
            { keys: [t("shortcuts.enterKey")], does: t("shortcuts.enter") },
            { keys: ["?"], does: t("shortcuts.help") },
          ]}
        />
      }
      columns={columns}
      idOf={idOf}
      hrefOf={({ id }) => `/support/claims/${id}${asSearch(values)}`}
      isNewestFirst={false}
      noMatch={{ title: t("queue.noMatchTitle"), text: t("queue.noMatch") }}
      nothing={
        <EmptyState icon={PartyPopper} title={t("queue.emptyTitle")}>
          {t("queue.empty")}
        </EmptyState>
      }
    />
  );

  function withCount(name: string, count: number | undefined): string {
    return count === undefined || count === 0 ? name : `${name} (${say(count)})`;
  }
}

/** The filters of the queue for the address of a claim, where the keys lead on to its neighbours. */
export function asSearch(values: Parameters<typeof asQuery>[0]): string {
  const search = new URLSearchParams(asQuery(values));
  return search.size === 0 ? "" : `?${search}`;
}

function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-row-link]")];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at === -1 ? (by === 1 ? links[0] : links.at(-1)) : links[at + by];
  next?.focus();
}

function useQueueColumns() {
  const t = useTranslations("claims.desk.queue.columns");
  const claims = useTranslations("claims");
  return useMemo(
    () => [
      column.accessor("claimId", {
        header: t("claim"),
        cell: ({ row: { original } }) => <code className="font-mono text-sm whitespace-nowrap">{original.claimId ?? original.id}</code>,
      }),
      column.accessor("status", {
        header: t("status"),
        cell: (cell) => <StatusBadge of="claim" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("statusSince", {
        header: t("since"),
        // A sandbox's clock may be ahead.
        cell: ({ row: { original } }) => <TimeStamp at={original.statusSince} as={original.test ? "minute" : "ago"} />,
        meta: { phone: "belowEnd" },
      }),
      column.accessor("subtype", {
        header: t("what"),
        cell: ({ row: { original } }) => (
          <span className="min-w-0">
            {claims(`subtypes.${original.subtype}`)}
            <span className="block truncate text-sm text-muted-foreground">{`${original.product.brand} ${original.product.model}`}</span>
          </span>
        ),
        meta: { grows: true, phone: "below" },
      }),
      column.accessor("owner", {
        header: t("partner"),
        cell: ({ row: { original } }) => (
          <span className="grid">
            <span className="flex items-center gap-1.5 sm:whitespace-nowrap">
              {original.owner.partnerName}
              {original.test ? <Badge tone="outline">{claims("test")}</Badge> : null}
            </span>
            <span className="text-sm text-muted-foreground sm:w-max sm:max-w-56 sm:truncate">{original.renter}</span>
          </span>
        ),
      }),
      column.accessor("toVerify", {
        header: t("toVerify"),
        cell: (cell) => (cell.getValue() === 0 ? <span className="text-muted-foreground">—</span> : cell.getValue()),
        meta: { align: "right" },
      }),
      column.accessor("handler", {
        header: t("handler"),
        cell: (cell) => <span className="whitespace-nowrap">{cell.getValue() ?? "—"}</span>,
      }),
    ],
    [t, claims],
  );
}
