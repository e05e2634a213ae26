"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { webhooksQuery } from "#components/webhooks/queries.ts";
import { SuccessRate, stateOf } from "#components/webhooks/webhook-state.tsx";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";

const idOf = ({ id }: WebhookOverview) => id;

export function WebhookList() {
  const environment = useEnvironment();
  const t = useTranslations("webhooks");
  const query = useQuery(webhooksQuery(environment));
  const columns: Column<WebhookOverview>[] = [
    {
      key: "name",
      header: t("columns.name"),
      cell: ({ name, url }) => (
        <>
          <span className="block truncate">{name}</span>
          <span className="block truncate font-mono text-sm font-normal text-muted-foreground">{url}</span>
        </>
      ),
      grows: true,
    },
    {
      key: "enabled",
      header: t("columns.status"),
      cell: (webhook) => <StatusBadge of="webhook" status={stateOf(webhook)} />,
      phone: "end",
    },
    {
      key: "eventTypes",
      header: t("columns.events"),
      cell: (webhook) => (
        <span className="whitespace-nowrap tabular-nums">
          {t("eventCount", { count: webhook.eventTypes.length, all: eventTypes.length })}
        </span>
      ),
    },
    { key: "successRate", header: t("columns.health"), cell: (health) => <SuccessRate health={health} /> },
    {
      key: "lastDelivery",
      header: t("columns.lastDelivery"),
      cell: ({ lastDelivery }) => <LastDelivery delivery={lastDelivery} />,
      phone: "below",
    },
  ];
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
          texts={t}
          action={
            <LinkButton href={`/${environment}/webhooks/new`} icon={Plus}>
              {t("create")}
            </LinkButton>
          }
        />
      }
    />
  );
}

function LastDelivery({ delivery }: { delivery: WebhookOverview["lastDelivery"] }) {
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
