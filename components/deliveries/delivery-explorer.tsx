"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useDeliveryColumns } from "#components/deliveries/delivery-columns.tsx";
import type { GroupedDelivery } from "#components/deliveries/queries.ts";
import { Explorer } from "#components/kit/explorer/explorer.tsx";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import type { ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";

/** A webhook of the environment, to choose among. */
export interface WebhookChoice {
  id: string;
  name: string;
  enabled: boolean;
}

const responses = ["unsuccessful", "2xx", "3xx", "4xx", "5xx", "none"] as const;
const idOf = ({ id }: GroupedDelivery) => id;

/** The deliveries of a world or of one webhook, for its owners and for support. */
export function DeliveryExplorer({
  webhooks,
  isOfOne = false,
  show,
  ...list
}: {
  webhooks: readonly WebhookChoice[];
  isOfOne?: boolean;
  /** Shows a delivery beside the list. */
  show: (deliveryId: string) => ReactNode;
} & Pick<
  ComponentProps<typeof Explorer<typeof deliveryFilters, GroupedDelivery>>,
  "filters" | "query" | "summary" | "actions" | "hrefOf" | "nothing"
>) {
  const t = useTranslations("deliveries");
  const word = useTranslations("common.statuses.delivery");
  const disabled = useMemo(() => new Set(webhooks.filter(({ enabled }) => !enabled).map(({ id }) => id)), [webhooks]);
  const columns = useDeliveryColumns(disabled, isOfOne);
  return (
    <Explorer
      {...list}
      texts={t}
      series={[
        { key: "succeeded", label: word("succeeded"), tone: "main" },
        { key: "waiting", label: t("waiting"), tone: "waiting" },
        { key: "failed", label: word("failed"), tone: "fault" },
        { key: "cancelled", label: word("cancelled"), tone: "aside" },
      ]}
      preview={{ title: t("one"), show }}
      sayNew={(count, more) => t("newRows", { count, more })}
      declared={deliveryFilters}
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
      columns={columns}
      idOf={idOf}
    />
  );
}
