"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";

const idOf = ({ id }: OwnKey) => id;

/** Keys that no longer work, with the reasons. */
export function PastKeys({ rows, query }: { rows: readonly OwnKey[]; query: UseQueryResult<OwnKey[], unknown> }) {
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
