"use client";

import { useQuery } from "@tanstack/react-query";
import { PartyPopper } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { queueCountsQuery, queuePageQuery, queueParsers } from "#components/claims/queries.ts";
import { ShortcutHelp, useShortcuts } from "#components/console/claims/shortcuts.tsx";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { Money } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { asQuery } from "#components/kit/filters/list-parsers.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import type { Column } from "#components/kit/list/data-row.tsx";
import { ResourceList } from "#components/kit/list/resource-list.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useCount } from "#components/shell/waiting-badges.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import { claimTitle } from "#lib/insurance/claims/claim.ts";
import type { QueuedClaim } from "#lib/insurance/claims/desk/queue.ts";
import { queueFilters } from "#lib/insurance/claims/list-filters.ts";
import type { ClaimKind, QueueStatus, QueueView } from "#lib/insurance/claims/list-filters.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

const idOf = ({ id }: QueuedClaim) => id;

/** The claims of all partners: those to decide, or those of another view, by their due dates. */
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
  return (
    <ResourceList
      texts={(key) => t(key === "title" ? key : `queue.${key}`)}
      declared={queueFilters}
      filters={{ ...filters, setFilters: setWidened }}
      query={query}
      words={{
        search: { label: t("queue.searchLabel"), placeholder: t("queue.searchPlaceholder") },
        view: {
          label: t("queue.view"),
          labelOf: (view) => withCount(t(`queue.views.${view as QueueView}`), counts?.[view as QueueView]),
          tabs: { all: withCount(t("queue.views.decide"), counts?.decide) },
        },
        status: { label: t("queue.status"), labelOf: (status) => word(status as QueueStatus) },
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
      nothing={
        <EmptyState icon={PartyPopper} title={t("queue.emptyTitle")}>
          {t("queue.empty")}
        </EmptyState>
      }
    />
  );

  /** A status or a search covers all claims, not only those to decide. */
  function setWidened(changes: Record<string, unknown>): void {
    const isNarrow = values.view === null && (changes["status"] ?? changes["search"] ?? null) !== null;
    filters.setFilters(isNarrow ? { ...changes, view: "all" } : changes);
  }

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

function useQueueColumns(): Column<QueuedClaim>[] {
  const t = useTranslations("claims.desk.queue.columns");
  const claims = useTranslations("claims");
  return [
    {
      key: "claimId",
      header: t("claim"),
      cell: ({ claimId, id, insured }) => (
        <span className="grid sm:w-max">
          <code className="font-mono text-sm whitespace-nowrap">{claimId ?? id}</code>
          <span className="truncate text-sm font-normal text-muted-foreground sm:max-w-32" title={insured}>
            {insured}
          </span>
        </span>
      ),
    },
    {
      key: "status",
      header: t("status"),
      cell: ({ status, statusSince, test }) => (
        <span className="grid justify-items-start gap-0.5 whitespace-nowrap max-sm:justify-items-end sm:w-max">
          <StatusBadge of="claim" status={status} />
          {/* A sandbox's clock may be ahead. */}
          <span className="text-sm text-muted-foreground">
            <TimeStamp at={statusSince} as={test ? "minute" : "ago"} />
          </span>
        </span>
      ),
      phone: "end",
    },
    { key: "turn", header: t("turn"), cell: (claim) => <TurnAndDue claim={claim} />, phone: "line" },
    {
      key: "subtype",
      header: t("what"),
      cell: ({ subtype, product }) => (
        <span className="min-w-0">
          {claims(`subtypes.${subtype}`)}
          <span className="block truncate text-sm text-muted-foreground">{claimTitle(product, "")}</span>
        </span>
      ),
      grows: true,
      phone: "below",
    },
    { key: "owner", header: t("partner"), cell: (claim) => <OwnerAndHandler claim={claim} />, phone: "line" },
    {
      key: "net",
      header: t("net"),
      cell: ({ netCents }) => (netCents === null ? <None /> : <Money euros={eurosFromCents(netCents)} />),
      align: "right",
      from: "medium",
    },
    {
      key: "toVerify",
      header: t("toVerify"),
      cell: ({ toVerify }) => (toVerify === 0 ? <None /> : toVerify),
      align: "right",
      from: "wide",
    },
    {
      key: "handler",
      header: t("handler"),
      cell: ({ handler }) => <span className="whitespace-nowrap">{handler ?? <None />}</span>,
      from: "wide",
    },
  ];
}

function None() {
  return <span className="text-muted-foreground">—</span>;
}

function TurnAndDue({ claim: { turn, dueAt, test } }: { claim: QueuedClaim }) {
  const t = useTranslations("claims.desk.queue");
  const now = useServerNow();
  if (turn === null || dueAt === null) return <None />;
  // The clock of a sandbox may be ahead.
  const isOverdue = !test && dueAt < now;
  return (
    <span className="flex flex-wrap gap-x-1.5 sm:grid sm:w-max sm:whitespace-nowrap">
      <span>{t(`turns.${turn}`)}</span>
      <span className={cn("text-sm", isOverdue ? "text-danger" : "text-muted-foreground")}>
        {t.rich(isOverdue ? "overdue" : "due", { time: () => <TimeStamp at={dueAt} as="day" /> })}
      </span>
    </span>
  );
}

/** On a phone, which has no column for them, with the handler and what there is to verify. */
function OwnerAndHandler({ claim: { owner, test, renter, handler, toVerify } }: { claim: QueuedClaim }) {
  const t = useTranslations("claims.desk.queue");
  const claims = useTranslations("claims");
  return (
    <span className="grid sm:w-max sm:max-w-56">
      <span className="flex min-w-0 flex-wrap items-center gap-1.5">
        <span className="min-w-0 sm:truncate">{owner.partnerName}</span>
        {test ? <Badge tone="outline">{claims("test")}</Badge> : null}
      </span>
      <span className="text-sm text-muted-foreground sm:w-max sm:max-w-56 sm:truncate">{renter}</span>
      <span className="text-sm text-muted-foreground sm:hidden">{t("onPhone", { handler: handler ?? t("nobody"), count: toVerify })}</span>
    </span>
  );
}
