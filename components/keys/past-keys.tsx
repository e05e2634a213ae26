"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { KeyRow } from "#components/keys/queries.ts";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";

const column = describeColumns<KeyRow>();
const idOf = ({ id }: KeyRow) => id;

/** The keys that no longer work, and why. */
export function PastKeys({ rows, query }: { rows: readonly KeyRow[]; query: UseQueryResult<KeyRow[]> }) {
  const t = useTranslations("keys");
  const columns = useMemo(
    () => [
      column.accessor("preview", { header: t("key"), cell: (cell) => <code className="font-mono">{cell.getValue()}…</code> }),
      column.accessor("state", {
        header: t("state"),
        cell: (cell) => <StatusBadge of="key" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("reason", {
        header: t("why"),
        cell: (cell) => <span className="block min-w-48 whitespace-normal [overflow-wrap:anywhere]">{cell.getValue() ?? "—"}</span>,
        meta: { phone: "below" },
      }),
      column.accessor("lastUsedAt", { header: t("lastUsed"), cell: (cell) => <Instant at={cell.getValue()} /> }),
      column.accessor("createdAt", { header: t("created"), cell: (cell) => <Instant at={cell.getValue()} /> }),
      column.accessor(({ revokedAt, expiresAt }) => firstOf(revokedAt, expiresAt), {
        id: "ended",
        header: t("ended"),
        cell: (cell) => <Instant at={cell.getValue()} />,
        meta: { phone: "belowEnd" },
      }),
    ],
    [t],
  );
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

function Instant({ at }: { at: string | null }) {
  const t = useTranslations("keys");
  return at === null ? <span className="text-muted-foreground">{t("never")}</span> : <TimeStamp at={at} focusable />;
}

/** A key ends once: revoked while its overlap lasted, or with it. */
function firstOf(...ends: (string | null)[]): string | null {
  return ends.filter((end) => end !== null).toSorted()[0] ?? null;
}
