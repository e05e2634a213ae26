"use client";

import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { KeyCard } from "#components/keys/key-card.tsx";
import { NamedKeys } from "#components/keys/named-keys.tsx";
import { isWorking, keysQuery } from "#components/keys/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";

const idOf = ({ id }: OwnKey) => id;

// The part is below the fold, so it comes after the first load.
const KeyUsage = loadedPart(
  () => import("#components/keys/key-usage.tsx").then((module) => module.KeyUsage),
  <Skeleton className="h-80" />,
);

/** The keys of an environment, working ones before past ones. `owners` are named where only they may do something. */
export function KeyList({ isOwner, owners }: { isOwner: boolean; owners: readonly string[] }) {
  const environment = useEnvironment();
  const t = useTranslations("keys");
  const query = useQuery(keysQuery(environment));
  const { data: keys } = query;
  if (keys === undefined) {
    return query.error === null ? <Skeleton className="h-64" /> : <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const working = keys.filter(isWorking);
  const past = keys.filter((key) => !isWorking(key));
  return (
    <div className="grid gap-8">
      {working.length === 0 ? (
        <Card>
          <EmptyState icon={KeyRound} texts={t} />
        </Card>
      ) : (
        <div className="grid gap-5">
          {working.map((key) => (
            <KeyCard key={key.id} data={key} isOwner={isOwner} />
          ))}
        </div>
      )}
      <NamedKeys isOwner={isOwner} owners={owners} />
      <KeyUsage />
      {past.length === 0 ? null : <PastKeys rows={past} query={query} />}
    </div>
  );
}

/** Keys that no longer work, with the reasons. */
function PastKeys({ rows, query }: { rows: readonly OwnKey[]; query: UseQueryResult<OwnKey[], unknown> }) {
  const t = useTranslations("keys");
  const columns: Column<OwnKey>[] = [
    { key: "preview", header: t("key"), cell: ({ preview }) => <code className="font-mono">{preview}…</code> },
    { key: "state", header: t("state"), cell: ({ state }) => <StatusBadge of="key" status={state} />, phone: "end" },
    {
      key: "reason",
      header: t("why"),
      cell: ({ reason }) => <span className="block min-w-48 whitespace-normal [overflow-wrap:anywhere]">{reason ?? t("byOwner")}</span>,
      phone: "below",
    },
    { key: "lastUsedAt", header: t("lastUsed"), cell: ({ lastUsedAt }) => <Instant at={lastUsedAt} /> },
    { key: "createdAt", header: t("created"), cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      key: "ended",
      header: t("ended"),
      cell: ({ revokedAt, expiresAt }) => <Instant at={firstOf(revokedAt, expiresAt)} />,
      phone: "belowEnd",
    },
  ];
  return (
    <section aria-labelledby="past-keys">
      <h2 id="past-keys" className="mb-2 text-lg font-semibold tracking-tight">
        {t("past")}
      </h2>
      <DataTable
        label={t("past")}
        columns={columns}
        rows={rows}
        query={query}
        idOf={idOf}
        empty={
          <EmptyState icon={KeyRound} title={t("pastEmptyTitle")}>
            {t("pastEmpty")}
          </EmptyState>
        }
      />
    </section>
  );
}

function Instant({ at }: { at: Date | null }) {
  const t = useTranslations("keys");
  return at === null ? <span className="text-muted-foreground">{t("never")}</span> : <TimeStamp at={at} focusable />;
}

/** A key ends by its revocation or its expiry, whichever is first. */
function firstOf(...ends: (Date | null)[]): Date | null {
  return ends.filter((end) => end !== null).toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
