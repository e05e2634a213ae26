"use client";

import { useQuery } from "@tanstack/react-query";
import { ListRestart, Send } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { DeliveryExplorer } from "#components/deliveries/delivery-explorer.tsx";
import type { WebhookChoice } from "#components/deliveries/delivery-explorer.tsx";
import { deliveriesQuery, deliveryParsers, deliverySummaryQuery, groupByEvent } from "#components/deliveries/queries.ts";
import type { AskedFilter } from "#components/deliveries/queries.ts";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { loadedPart, onDemand } from "#components/kit/form/on-demand.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";

const ReplayMatchingDialog = onDemand(
  () => import("#components/deliveries/replay-matching-dialog.tsx").then((module) => module.ReplayMatchingDialog),
  "dialog",
);

const DeliveryPreview = loadedPart(() => import("#components/deliveries/delivery-preview.tsx").then((module) => module.DeliveryPreview));

/** Deliveries of an environment, or with `webhookId` of that one. */
export function DeliveryList({ webhooks, webhookId }: { webhooks: readonly WebhookChoice[]; webhookId?: string }) {
  const environment = useEnvironment();
  const filters = useListFilters(deliveryParsers);
  const isOfOne = webhookId !== undefined;
  const values = isOfOne ? { ...filters.values, webhookId } : filters.values;
  const query = useQuery({ ...deliveriesQuery(environment, values), select: groupByEvent });
  const { data: summary } = useQuery(deliverySummaryQuery(environment, values, useTimeZone() ?? "UTC"));
  return (
    <DeliveryExplorer
      webhooks={webhooks}
      isOfOne={isOfOne}
      filters={filters}
      query={query}
      summary={summary}
      actions={query.data?.rows.length === 0 ? undefined : <ReplayMatching filter={values} isFiltered={filters.isFiltered} />}
      hrefOf={({ id }) => `/${environment}/deliveries/${id}`}
      show={(deliveryId) => <DeliveryPreview deliveryId={deliveryId} />}
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
          <LinkButton
            variant={hasWebhooks ? "outline" : "default"}
            href={hasWebhooks ? `/${environment}/webhooks` : `/${environment}/webhooks/new`}
          >
            {t(hasWebhooks ? "emptyActionTest" : "emptyActionCreate")}
          </LinkButton>
        )
      }
    >
      {t(hasWebhooks ? "empty" : "emptyWithoutWebhook")}
    </EmptyState>
  );
}

/** Replays all deliveries that fit the filter, after showing how many these are. */
function ReplayMatching(props: { filter: AskedFilter; isFiltered: boolean }) {
  const t = useTranslations("deliveries.replayAll");
  return (
    <ReplayMatchingDialog
      {...props}
      trigger={
        <Button data-action="replayMatching" variant="outline" size="sm" icon={ListRestart}>
          {t("open")}
        </Button>
      }
    />
  );
}
