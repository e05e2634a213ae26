"use client";

import { useTranslations } from "next-intl";
import { ContractLink } from "#components/contracts/contract-link.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { RenewalNotice } from "#components/renewals/renewal-notice.tsx";
import { RenterLink } from "#components/renters/renter-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { RenewalOverview } from "#lib/insurance/renewals/read.ts";

/** The columns of the list of renewals, with links to contract, renter and, with `hasNext`, the created contract. */
export function useRenewalColumns({ hasNext }: { hasNext: boolean }): Column<RenewalOverview>[] {
  const t = useTranslations("renewals");
  const columns: Column<RenewalOverview>[] = [
    { key: "scheduledFor", header: t("columns.day"), cell: ({ scheduledFor }) => <TimeStamp at={scheduledFor} as="day" /> },
    { key: "state", header: t("columns.state"), cell: ({ state }) => <StatusBadge of="renewal" status={state} />, phone: "end" },
    {
      key: "cid",
      header: t("columns.contract"),
      cell: ({ cid, subject, contractType }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate">
            <ContractLink cid={cid} subject={subject} />
          </span>
          <Badge>{contractType}</Badge>
        </span>
      ),
      phone: "line",
      grows: true,
    },
    {
      key: "renter",
      header: t("columns.renter"),
      cell: ({ uid, renter }) => <RenterLink uid={uid} name={renter} />,
      from: "medium",
    },
    {
      key: "durationMonths",
      header: t("columns.length"),
      cell: ({ durationMonths }) => <span className="whitespace-nowrap">{t("months", { count: durationMonths })}</span>,
      from: "wide",
    },
    {
      key: "notificationScheduledFor",
      header: t("columns.notice"),
      cell: (renewal) => (
        <span className="whitespace-nowrap">
          <RenewalNotice renewal={renewal} />
        </span>
      ),
      from: "medium",
    },
  ];
  const next: Column<RenewalOverview> = {
    key: "nextCid",
    header: t("columns.next"),
    cell: ({ nextCid }) => (nextCid === null ? "—" : <ContractLink cid={nextCid} />),
  };
  return hasNext ? [...columns, next] : columns;
}
