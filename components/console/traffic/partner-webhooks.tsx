"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { partnerWebhooksQuery } from "#components/console/traffic/queries.ts";
import type { OfWorld } from "#components/console/traffic/queries.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useHrefOf } from "#components/shell/use-href-of.ts";
import { SuccessRate } from "#components/webhooks/success-rate.tsx";
import { stateOf } from "#components/webhooks/webhook-state.ts";
import type { WebhookOverview } from "#lib/delivery/webhook-settings/list.ts";

const idOf = ({ id }: WebhookOverview) => id;

export function PartnerWebhooks({ of }: { of: OfWorld }) {
  const t = useTranslations("webhooks");
  const traffic = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const query = useQuery(partnerWebhooksQuery(of));
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
    { key: "status", header: t("columns.status"), cell: (webhook) => <StatusBadge of="webhook" status={stateOf(webhook)} />, phone: "end" },
    { key: "health", header: t("columns.health"), cell: (health) => <SuccessRate health={health} /> },
    {
      key: "failingSince",
      header: traffic("failingSince"),
      cell: ({ failingSince }) => (failingSince === null ? "—" : <TimeStamp at={failingSince} as="second" />),
      phone: "below",
    },
    { key: "updatedAt", header: traffic("changed"), cell: ({ updatedAt }) => <TimeStamp at={updatedAt} as="second" />, from: "wide" },
  ];
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={query.data}
      query={query}
      idOf={idOf}
      hrefOf={({ id }) => hrefOf("webhooks", id)}
      empty={
        <EmptyState icon={Webhook} title={traffic("noWebhooks")}>
          {traffic("noTraffic")}
        </EmptyState>
      }
    />
  );
}
