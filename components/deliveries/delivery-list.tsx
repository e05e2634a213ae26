"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import Link from "next/link";
import { lazy, useMemo } from "react";
import { useDeliveryColumns } from "#components/deliveries/delivery-columns.tsx";
import { deliveriesQuery, deliveryParsers, deliverySummaryQuery, groupByEvent } from "#components/deliveries/queries.ts";
import type { DeliveryRow } from "#components/deliveries/queries.ts";
import { ReplayMatching } from "#components/deliveries/replay-matching.tsx";
import { Explorer } from "#components/kit/explorer/explorer.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Button } from "#components/ui/button.tsx";
import { deliveryFilters } from "#lib/deliveries/list-filters.ts";
import type { ShownDeliveryStatus } from "#lib/deliveries/schema.ts";

const DeliveryPreview = lazy(() =>
  import("#components/deliveries/delivery-preview.tsx").then((module) => ({ default: module.DeliveryPreview })),
);

/** A webhook of the environment, to choose among. */
export interface WebhookChoice {
  id: string;
  name: string;
  enabled: boolean;
}

const responses = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
const idOf = ({ id }: DeliveryRow) => id;

/** Deliveries of an environment, or with `webhookId` of that one. */
export function DeliveryList({ webhooks, webhookId }: { webhooks: readonly WebhookChoice[]; webhookId?: string }) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries");
  const word = useTranslations("common.statuses.delivery");
  const filters = useListFilters(deliveryParsers);
  const isOfOne = webhookId !== undefined;
  const values = isOfOne ? { ...filters.values, webhookId } : filters.values;
  const query = useQuery({ ...deliveriesQuery(environment, values), select: groupByEvent });
  const { data: summary } = useQuery(deliverySummaryQuery(environment, values, useTimeZone() ?? "UTC"));
  const disabled = useMemo(() => new Set(webhooks.filter(({ enabled }) => !enabled).map(({ id }) => id)), [webhooks]);
  const columns = useDeliveryColumns(disabled, isOfOne);
  return (
    <Explorer
      label={t("title")}
      summary={summary}
      series={[
        { key: "succeeded", label: word("succeeded"), tone: "main" },
        { key: "waiting", label: t("waiting"), tone: "waiting" },
        { key: "failed", label: word("failed"), tone: "fault" },
        { key: "cancelled", label: word("cancelled"), tone: "aside" },
      ]}
      preview={{ title: t("one"), show: (deliveryId) => <DeliveryPreview deliveryId={deliveryId} /> }}
      sayNew={(count, more) => t("newRows", { count, more })}
      declared={deliveryFilters}
      filters={filters}
      query={query}
      words={{
        search: { label: t("filters.searchLabel"), placeholder: t("filters.searchPlaceholder") },
        status: { label: t("filters.status"), tabs: { all: t("filters.all") }, labelOf: (status) => word(status as ShownDeliveryStatus) },
        eventType: { label: t("filters.eventType") },
        webhookId: {
          label: t("filters.webhook"),
          choices: webhooks.map(({ id, name }) => ({ value: id, label: name })),
          isClosed: true,
          isHidden: isOfOne,
        },
        response: {
          label: t("filters.response"),
          placeholder: t("filters.responsePlaceholder"),
          choices: responses.map((value) => ({ value, label: t(`filters.responses.${value}`) })),
        },
        from: { label: t("filters.time") },
        to: { label: t("filters.time") },
      }}
      actions={<ReplayMatching filter={values} isFiltered={filters.isFiltered} />}
      columns={columns}
      idOf={idOf}
      hrefOf={({ id }) => `/${environment}/deliveries/${id}`}
      noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
      nothing={<NoDeliveries hasWebhooks={webhooks.length > 0} isOfOne={isOfOne} />}
    />
  );
}

function NoDeliveries({ hasWebhooks, isOfOne }: { hasWebhooks: boolean; isOfOne: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("deliveries");
  return (
    <EmptyState
      icon={Send}
      title={t("emptyTitle")}
      action={
        isOfOne ? undefined : (
          <Button asChild variant={hasWebhooks ? "outline" : "default"}>
            <Link href={hasWebhooks ? `/${environment}/webhooks` : `/${environment}/webhooks/new`}>
              {t(hasWebhooks ? "emptyActionTest" : "emptyActionCreate")}
            </Link>
          </Button>
        )
      }
    >
      {t(hasWebhooks ? "empty" : "emptyWithoutWebhook")}
    </EmptyState>
  );
}
