"use client";

import { CornerDownRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ComponentProps, ReactNode } from "react";
import { LastAnswer, NextAttempt } from "#components/deliveries/attempts.tsx";
import type { GroupedDelivery } from "#components/deliveries/queries.ts";
import { About as AboutSubject } from "#components/events/about.tsx";
import { Explorer } from "#components/kit/explorer/explorer.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { Badge } from "#components/ui/badge.tsx";
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

/** The columns of a list of deliveries: of all webhooks, or of one, which is not named. Those of `disabled` webhooks wait. */
function useDeliveryColumns(disabled: ReadonlySet<string>, isOfOne: boolean): Column<GroupedDelivery>[] {
  const t = useTranslations("deliveries");
  const webhook: Column<GroupedDelivery> = {
    key: "webhookName",
    header: t("columns.webhook"),
    cell: ({ webhookName }) => (
      <span className="block max-w-36 truncate" title={webhookName}>
        {webhookName}
      </span>
    ),
    from: "wide",
  };
  return [
    { key: "eventType", header: t("columns.event"), cell: (delivery) => <EventName delivery={delivery} /> },
    {
      key: "about",
      header: t("columns.about"),
      cell: (delivery) => (delivery.isSameEvent ? null : <About delivery={delivery} />),
      phone: "below",
      grows: true,
    },
    {
      key: "status",
      header: t("columns.status"),
      cell: (delivery) => <Status delivery={delivery} isWaiting={disabled.has(delivery.webhookId)} />,
      phone: "end",
    },
    ...(isOfOne ? [] : [webhook]),
    { key: "statusCode", header: t("columns.response"), cell: (delivery) => <Response delivery={delivery} />, from: "medium" },
    {
      key: "attempts",
      header: t("columns.attempts"),
      cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
      align: "right",
      from: "widest",
    },
    { key: "createdAt", header: t("columns.time"), cell: ({ createdAt }) => <TimeStamp at={createdAt} as="second" />, phone: "belowEnd" },
  ];
}

/** The event; of several webhooks that got the same, the first says which. */
function EventName({ delivery: { eventType, test, isSameEvent } }: { delivery: GroupedDelivery }) {
  const t = useTranslations("deliveries");
  if (isSameEvent) {
    return (
      <span className="inline-flex items-center gap-1.5 align-middle text-muted-foreground">
        <CornerDownRight aria-hidden className="size-4" />
        {t("sameEvent")}
        <span className="sr-only">{eventType}</span>
      </span>
    );
  }
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2 sm:whitespace-nowrap">
      <span className="truncate font-mono text-sm @max-[48rem]:sm:max-w-44" title={eventType}>
        {eventType}
      </span>
      {test ? <Badge tone="outline">{t("test")}</Badge> : null}
    </span>
  );
}

/** The contract or claim of an event, by its name for people. */
function About({ delivery: { about, subjectId, test } }: { delivery: GroupedDelivery }) {
  const t = useTranslations("deliveries");
  if (about !== null && subjectId !== null) return <AboutSubject about={about} subjectId={subjectId} />;
  return <span className="text-muted-foreground">{test ? t("sample") : (subjectId ?? "—")}</span>;
}

/** The status, with the time of the next attempt if there is one. */
function Status({ delivery: { status, nextAttemptAt }, isWaiting }: { delivery: GroupedDelivery; isWaiting: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap">
      <StatusBadge of="delivery" status={status} />
      {nextAttemptAt === null || status === "delivering" ? null : (
        <span className="text-sm text-muted-foreground @max-[48rem]:hidden">
          <NextAttempt at={nextAttemptAt} isWaiting={isWaiting} />
        </span>
      )}
    </span>
  );
}

function Response({ delivery: { statusCode, error, durationMs } }: { delivery: GroupedDelivery }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap">
      <LastAnswer statusCode={statusCode} error={error} />
      {durationMs === null ? null : (
        <span className="text-sm text-muted-foreground @max-[76rem]:hidden">
          <Duration ms={durationMs} />
        </span>
      )}
    </span>
  );
}
