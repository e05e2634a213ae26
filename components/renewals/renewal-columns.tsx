"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import type { RenewalRow } from "#components/renewals/queries.ts";
import { RenewalNotice } from "#components/renewals/renewal-notice.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<RenewalRow>();

/** What the list of renewals shows of each, with the ways to its contract, the renter and, `hasNext`, the contract that it created. */
export function useRenewalColumns(environment: Environment, { hasNext }: { hasNext: boolean }) {
  const t = useTranslations("renewals");
  return useMemo(() => {
    const columns = [
      column.accessor("scheduledFor", { header: t("columns.day"), cell: (cell) => <TimeStamp at={cell.getValue()} as="day" /> }),
      column.accessor("state", {
        header: t("columns.state"),
        cell: (cell) => <StatusBadge of="renewal" status={cell.getValue()} />,
        meta: { phone: "end" },
      }),
      column.accessor("cid", {
        header: t("columns.contract"),
        cell: ({ row: { original } }) => (
          <span className="inline-flex flex-wrap items-center gap-2 sm:flex-nowrap">
            <ContractLink environment={environment} cid={original.cid} />
            <Badge>{original.contractType}</Badge>
          </span>
        ),
        meta: { phone: "belowEnd" },
      }),
      column.accessor("renter", {
        header: t("columns.renter"),
        cell: ({ row: { original } }) => <RenterLink environment={environment} uid={original.uid} name={original.renter} />,
        meta: { phone: "below" },
      }),
      column.accessor("durationMonths", {
        header: t("columns.length"),
        cell: (cell) => <span className="whitespace-nowrap">{t("months", { count: cell.getValue() })}</span>,
      }),
      column.accessor("notificationScheduledFor", {
        header: t("columns.notice"),
        cell: ({ row: { original } }) => <RenewalNotice renewal={original} />,
      }),
    ];
    const next = column.accessor("nextCid", {
      header: t("columns.next"),
      cell: (cell) => {
        const nextCid = cell.getValue();
        return nextCid === null ? "—" : <ContractLink environment={environment} cid={nextCid} />;
      },
    });
    return hasNext ? [...columns, next] : columns;
  }, [t, environment, hasNext]);
}
