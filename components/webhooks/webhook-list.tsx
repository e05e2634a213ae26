"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import { describeColumns } from "#components/portal/columns.ts";
import { DataTable } from "#components/portal/data-table.tsx";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { webhooksQuery } from "#components/webhooks/queries.ts";
import type { WebhookRow } from "#components/webhooks/queries.ts";
import { SuccessRate } from "#components/webhooks/success-rate.tsx";
import { stateOf } from "#components/webhooks/webhook-state.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<WebhookRow>();
const idOf = ({ id }: WebhookRow) => id;

export function WebhookList({ environment }: { environment: Environment }) {
  const t = useTranslations("webhooks");
  const query = useQuery(webhooksQuery(environment));
  const columns = useMemo(
    () => [
      column.accessor("name", {
        header: t("columns.name"),
        cell: ({ row: { original } }) => (
          <>
            <span className="block truncate">{original.name}</span>
            <span className="block truncate font-mono text-sm font-normal text-muted-foreground">{original.url}</span>
          </>
        ),
        meta: { grows: true },
      }),
      column.accessor("enabled", {
        header: t("columns.status"),
        cell: ({ row: { original } }) => <StatusBadge of="webhook" status={stateOf(original)} />,
        meta: { phone: "end" },
      }),
      column.accessor("eventTypes", {
        header: t("columns.events"),
        cell: (cell) => (
          <span className="whitespace-nowrap tabular-nums">
            {t("eventCount", { count: cell.getValue().length, all: eventTypes.length })}
          </span>
        ),
      }),
      column.accessor("successRate", {
        header: t("columns.health"),
        cell: ({ row: { original } }) => <SuccessRate health={original} />,
      }),
      column.accessor("lastDelivery", {
        header: t("columns.lastDelivery"),
        cell: (cell) => <LastDelivery delivery={cell.getValue()} />,
        meta: { phone: "below" },
      }),
    ],
    [t],
  );
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={query.data}
      query={query}
      idOf={idOf}
      hrefOf={({ id }) => `/${environment}/webhooks/${id}`}
      empty={
        <EmptyState
          icon={Webhook}
          title={t("emptyTitle")}
          action={
            <Button asChild>
              <Link href={`/${environment}/webhooks/new`}>
                <Plus aria-hidden />
                {t("create")}
              </Link>
            </Button>
          }
        >
          {t("empty")}
        </EmptyState>
      }
    />
  );
}

function LastDelivery({ delivery }: { delivery: WebhookRow["lastDelivery"] }) {
  const t = useTranslations("webhooks");
  if (delivery === null) return <span className="text-muted-foreground">{t("none")}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge of="delivery" status={delivery.status} />
      <span className="text-sm text-muted-foreground">
        <TimeStamp at={delivery.createdAt} as="ago" />
      </span>
    </span>
  );
}
