"use client";

import { useQuery } from "@tanstack/react-query";
import { PartyPopper, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { queueCountsQuery, queueFilters, queuePageQuery } from "#components/claims-desk/queries.ts";
import type { QueuedClaimData } from "#components/claims-desk/queries.ts";
import { ShortcutHelp, useShortcuts } from "#components/claims-desk/shortcuts.tsx";
import { useCount } from "#components/claims-desk/waiting-badge.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { FilterBar, SearchFilter } from "#components/portal/filters.tsx";
import { asQuery } from "#components/portal/list-parsers.ts";
import { OneChoiceFilter } from "#components/portal/one-choice-filter.tsx";
import { Pager } from "#components/portal/pager.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { ViewTabs } from "#components/portal/view-tabs.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { claimKinds, openStatuses, queueStatuses } from "#lib/claims/list-filters.ts";

const column = describeColumns<QueuedClaimData>();
const idOf = ({ id }: QueuedClaimData) => id;
const isAny = (typed: string) => typed !== "";

/** The claims of all partners by their state, those that wait longest first. */
export function ClaimQueue({ partners }: { partners: readonly { id: string; name: string }[] }) {
  const t = useTranslations("claims.desk");
  const word = useTranslations("common.statuses.claim");
  const say = useCount();
  const filters = useListFilters(queueFilters);
  const { values, setFilters } = filters;
  const query = useQuery(queuePageQuery(values));
  const { data: counts } = useQuery(queueCountsQuery(values));
  const columns = useQueueColumns();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({ j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1), "?": () => setHelpOpen(true) });
  const open = counts && openStatuses.reduce((sum, status) => sum + counts[status], 0);
  const views = [
    { value: null, label: labelOf(t("queue.open"), open) },
    ...queueStatuses.map((status) => ({
      value: status,
      label: labelOf(word(status), counts && status in counts ? counts[status as keyof typeof counts] : undefined),
    })),
  ];
  return (
    <>
      <ViewTabs label={t("queue.status")} views={views} value={values.status} onChange={(status) => setFilters({ status })}>
        <ShortcutHelp
          isOpen={isHelpOpen}
          setOpen={setHelpOpen}
          keys={[
            { keys: ["j", "n"], does: t("shortcuts.next") },
            { keys: ["k", "p"], does: t("shortcuts.previous") },
            { keys: ["↵"], does: t("shortcuts.enter") },
            { keys: ["?"], does: t("shortcuts.help") },
          ]}
        />
      </ViewTabs>
      <FilterBar isFiltered={filters.isFiltered} clear={filters.clear} unread={filters.unread}>
        <SearchFilter
          label={t("queue.searchLabel")}
          placeholder={t("queue.searchPlaceholder")}
          value={values.search ?? ""}
          onChange={(search) => setFilters({ search: search.slice(0, 64) || null })}
          className="sm:w-80"
        />
        <OneChoiceFilter
          label={t("queue.partner")}
          choices={partners.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.partner}
          onChange={(partner) => setFilters({ partner })}
          accepts={isAny}
          placeholder={t("queue.partnerPlaceholder")}
        />
        <OneChoiceFilter
          label={t("queue.kind")}
          choices={claimKinds.map((value) => ({ value, label: t(`queue.kinds.${value}`) }))}
          value={values.kind}
          onChange={(kind) => setFilters({ kind })}
        />
      </FilterBar>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={query.data?.rows}
        query={query}
        idOf={idOf}
        hrefOf={({ id }) => `/support/claims/${id}${asSearch(values)}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={SearchX} title={t("queue.noMatchTitle")}>
              {t("queue.noMatch")}
            </EmptyState>
          ) : (
            <EmptyState icon={PartyPopper} title={t("queue.emptyTitle")}>
              {t("queue.empty")}
            </EmptyState>
          )
        }
        pager={<Pager page={query.data} isPaged={filters.isPaged} go={filters.go} isNewestFirst={false} />}
      />
    </>
  );

  function labelOf(name: string, count: number | undefined): string {
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
        cell: (cell) => <TimeStamp at={cell.getValue()} as="ago" />,
        meta: { phone: "belowEnd" },
      }),
      column.accessor("subtype", {
        header: t("what"),
        cell: ({ row: { original } }) => (
          <span className="min-w-0">
            {claims(`subtypes.${original.subtype}`)}
            <span className="block truncate text-sm text-muted-foreground">
              {original.product.brand} {original.product.model}
            </span>
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
