"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo } from "react";
import { DeliveryFilterBar } from "#components/deliveries/delivery-filter-bar.tsx";
import type { WebhookChoice } from "#components/deliveries/delivery-filter-bar.tsx";
import { LastAnswer } from "#components/deliveries/last-answer.tsx";
import { NextAttempt } from "#components/deliveries/next-attempt.tsx";
import { deliveriesQuery, deliveryFilters } from "#components/deliveries/queries.ts";
import type { DeliveryRow } from "#components/deliveries/queries.ts";
import { ReplayMatching } from "#components/deliveries/replay-matching.tsx";
import { BoundedTable } from "#components/portal/bounded-table.tsx";
import { describeColumns } from "#components/portal/columns.ts";
import { EmptyState } from "#components/portal/empty-state.tsx";
import { Duration } from "#components/portal/figures.tsx";
import { StatusBadge } from "#components/portal/status-badge.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useListFilters } from "#components/portal/use-list-filters.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { maxDeliveries, maxEvents } from "#lib/deliveries/bounds.ts";
import type { Environment } from "#lib/partners/schema.ts";

const column = describeColumns<DeliveryRow>();
const idOf = ({ id }: DeliveryRow) => id;

/** Deliveries of an environment, or with `webhookId` of that one. */
export function DeliveryList({
  environment,
  webhooks,
  webhookId,
}: {
  environment: Environment;
  webhooks: readonly WebhookChoice[];
  webhookId?: string;
}) {
  const t = useTranslations("deliveries");
  const filters = useListFilters(deliveryFilters);
  const values = webhookId === undefined ? filters.values : { ...filters.values, webhookId };
  const query = useQuery(deliveriesQuery(environment, values));
  const lookedAt = (values.search ?? "") === "" ? maxDeliveries : maxEvents;
  const isOfOne = webhookId !== undefined;
  const disabled = useMemo(() => new Set(webhooks.filter(({ enabled }) => !enabled).map(({ id }) => id)), [webhooks]);
  const columns = useMemo(() => {
    const ofAll = [
      column.accessor("eventType", {
        header: t("columns.event"),
        cell: ({ row: { original } }) => (
          <span className="inline-flex items-center gap-2 max-sm:flex-wrap sm:whitespace-nowrap">
            <span className="font-mono text-sm">{original.eventType}</span>
            {original.test ? <Badge tone="outline">{t("test")}</Badge> : null}
          </span>
        ),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        cell: (cell) => <StatusBadge of="delivery" status={cell.getValue()} />,
      }),
      column.accessor("statusCode", {
        header: t("columns.response"),
        cell: ({ row: { original } }) => <LastAnswer statusCode={original.statusCode} error={original.error} />,
      }),
      column.accessor("durationMs", {
        header: t("columns.duration"),
        cell: (cell) => <MaybeDuration ms={cell.getValue()} />,
        meta: { align: "right", hiddenOnPhone: true },
      }),
      column.accessor("attempts", {
        header: t("columns.attempts"),
        cell: (cell) => <span className="tabular-nums">{cell.getValue()}</span>,
      }),
      column.accessor("nextAttemptAt", {
        header: t("columns.next"),
        cell: ({ row: { original } }) =>
          original.nextAttemptAt === null || original.status === "delivering" ? (
            "—"
          ) : (
            <NextAttempt at={original.nextAttemptAt} isWaiting={disabled.has(original.webhookId)} />
          ),
      }),
      column.accessor("createdAt", { header: t("columns.time"), cell: (cell) => <TimeStamp at={cell.getValue()} as="second" /> }),
    ];
    const ofWebhook = column.accessor("webhookName", {
      header: t("columns.webhook"),
      cell: (cell) => <span title={cell.getValue()}>{cell.getValue()}</span>,
      meta: { grows: true },
    });
    return isOfOne ? ofAll : ofAll.toSpliced(2, 0, ofWebhook as (typeof ofAll)[number]);
  }, [t, disabled, isOfOne]);

  return (
    <>
      <DeliveryFilterBar
        values={values}
        set={filters.setFilters}
        clear={filters.clear}
        isFiltered={filters.isFiltered}
        webhooks={isOfOne ? undefined : webhooks}
      >
        <ReplayMatching environment={environment} filter={values} isFiltered={filters.isFiltered} />
      </DeliveryFilterBar>
      <BoundedTable
        label={t("title")}
        columns={columns}
        query={query}
        idOf={idOf}
        hrefOf={({ id }) => `/${environment}/deliveries/${id}`}
        filters={filters}
        noMatch={{ title: t("noMatchTitle"), text: t("noMatch") }}
        nothing={<NoDeliveries environment={environment} hasWebhooks={webhooks.length > 0} isOfOne={isOfOne} />}
        lookedAt={lookedAt}
      />
    </>
  );
}

function MaybeDuration({ ms }: { ms: number | null }) {
  return ms === null ? "—" : <Duration ms={ms} />;
}

function NoDeliveries({ environment, hasWebhooks, isOfOne }: { environment: Environment; hasWebhooks: boolean; isOfOne: boolean }) {
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
