"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Send } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { CallExplorer } from "#components/calls/call-explorer.tsx";
import type { DescribedChoices } from "#components/calls/described-choices.ts";
import { KeptHeaders } from "#components/calls/kept-headers.tsx";
import { callParsers } from "#components/calls/queries.ts";
import { PartnerCauses } from "#components/console/traffic/partner-causes.tsx";
import { PartnerEvents, PartnerWebhooks } from "#components/console/traffic/partner-events.tsx";
import {
  partnerCallQuery,
  partnerCallSummaryQuery,
  partnerCallsQuery,
  partnerDeliveriesQuery,
  partnerDeliverySummaryQuery,
  partnerWebhooksQuery,
  trafficViews,
} from "#components/console/traffic/queries.ts";
import type { OfWorld, TrafficView } from "#components/console/traffic/queries.ts";
import { RevealBodies } from "#components/console/traffic/reveal-bodies.tsx";
import { LastAnswer } from "#components/deliveries/attempts.tsx";
import { DeliveryExplorer } from "#components/deliveries/delivery-explorer.tsx";
import { deliveryParsers, groupByEvent } from "#components/deliveries/queries.ts";
import type { GroupedDelivery } from "#components/deliveries/queries.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { Duration } from "#components/kit/facts/figures.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useListFilters } from "#components/kit/filters/use-list-filters.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useHrefOf } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Environment } from "#lib/platform/environments.ts";

/** A partner's traffic as its owners see it: read only, and bodies with a reason alone. */
export function PartnerTraffic({
  of,
  name,
  view,
  choices,
  meanings,
}: {
  of: OfWorld;
  name: string;
  view: TrafficView;
  /** The filter choices of the calls. */
  choices: DescribedChoices;
  /** The meaning of each error of the catalogue, in the viewer's language. */
  meanings: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("traffic");
  const root = `/support/partners/${of.partnerId}`;
  const [destination, go] = useDestination({ environment: of.environment, view });
  const linkTo = (to: Partial<Place>) => {
    const place = { ...destination, ...to };
    return { href: `${root}/${place.environment}?view=${place.view}`, onNavigate: () => go(place) };
  };
  return (
    <>
      <PageHeader
        title={t("titleOf", { name })}
        crumbs={[
          { label: t("partners"), href: "/support/partners" },
          { label: name, href: root },
        ]}
        description={t("description")}
        actions={<PartnerLink of={of} view={view} />}
      />
      <nav aria-label={t("environment")} className="mb-4 flex flex-wrap gap-2">
        {environments.map((environment) => (
          <ViewLink key={environment} {...linkTo({ environment })} isCurrent={environment === of.environment} isButton>
            {t(`environments.${environment}`)}
          </ViewLink>
        ))}
      </nav>
      <nav aria-label={t("views")} className="tab-strip mb-5 gap-x-5 border-b px-0.5">
        {trafficViews.map((each) => (
          <ViewLink key={each} {...linkTo({ view: each })} isCurrent={each === view}>
            {t(`view.${each}`)}
          </ViewLink>
        ))}
      </nav>
      {view === "calls" ? <PartnerCalls of={of} choices={choices} /> : null}
      {view === "causes" ? <PartnerCauses of={of} meanings={meanings} /> : null}
      {view === "deliveries" ? <PartnerDeliveries of={of} /> : null}
      {view === "events" ? <PartnerEvents of={of} /> : null}
      {view === "webhooks" ? <PartnerWebhooks of={of} /> : null}
    </>
  );
}

interface Place {
  environment: Environment;
  view: TrafficView;
}

/** The target of the last click; the next click starts from it, even while the page is loading. */
function useDestination({ environment, view }: Place): [Place, (to: Place) => void] {
  const [visible, setShown] = useState({ environment, view });
  const [destination, setDestination] = useState(visible);
  if (visible.environment !== environment || visible.view !== view) {
    setShown({ environment, view });
    setDestination({ environment, view });
  }
  return [destination, setDestination];
}

function ViewLink({
  href,
  onNavigate,
  isCurrent,
  isButton = false,
  children,
}: {
  href: string;
  onNavigate: () => void;
  isCurrent: boolean;
  isButton?: boolean;
  children: string;
}) {
  return (
    <Link
      href={href}
      onNavigate={onNavigate}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "font-medium whitespace-nowrap text-muted-foreground hover:text-foreground",
        isButton
          ? "rounded-md border px-3 py-1.5 text-sm aria-[current]:border-ring aria-[current]:bg-accent aria-[current]:text-foreground"
          : "border-b-2 border-transparent py-2 aria-[current]:border-primary aria-[current]:text-foreground",
      )}
    >
      {children}
    </Link>
  );
}

const environments = ["development", "production"] as const satisfies readonly Environment[];
const pagesOfPartner = {
  calls: "calls",
  causes: "calls/errors",
  deliveries: "deliveries",
  events: "events",
  webhooks: "webhooks",
} as const;

/** The address at which the partner's owners see the same. */
function PartnerLink({ of, view }: { of: OfWorld; view: TrafficView }) {
  const t = useTranslations("traffic");
  const filters = new URLSearchParams(useSearchParams());
  for (const name of ["view", "before", "after"]) filters.delete(name);
  const path = `/${of.environment}/${pagesOfPartner[view]}${filters.size === 0 ? "" : `?${filters}`}`;
  return (
    <CopyButton text={async () => new URL(path, location.origin).href} what={t("partnerLink")}>
      {t("copyPartnerLink")}
    </CopyButton>
  );
}

function PartnerCalls({ of, choices }: { of: OfWorld; choices: DescribedChoices }) {
  const t = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const filters = useListFilters(callParsers);
  const query = useQuery(partnerCallsQuery(of, filters.values));
  const { data: summary } = useQuery(partnerCallSummaryQuery(of, filters.values, useTimeZone() ?? "UTC"));
  return (
    <CallExplorer
      choices={choices}
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ executionId }) => hrefOf("calls", executionId)}
      show={(executionId) => <PartnerCallPreview of={of} executionId={executionId} />}
      nothing={
        <EmptyState icon={ArrowLeftRight} title={t("noCalls")}>
          {t("noTraffic")}
        </EmptyState>
      }
    />
  );
}

/** A partner's call beside the list: everything but its bodies. */
function PartnerCallPreview({ of, executionId }: { of: OfWorld; executionId: string }) {
  const t = useTranslations("calls");
  const { data: call } = useQuery(partnerCallQuery(of, executionId));
  if (call === undefined) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-sm [overflow-wrap:anywhere]">
        <HttpStatus status={call.status} />
        <span>
          <span className="text-muted-foreground">{call.method}</span> {call.path}
          {call.query === "" ? "" : `?${call.query}`}
        </span>
      </p>
      <KeyValueList>
        <KeyValue name={t("facts.executionId")} value={<Identifier id={call.executionId} what={t("facts.theExecutionId")} />} />
        {call.errorCode === null ? null : (
          <KeyValue name={t("filters.errorCode")} value={<span className="font-mono text-sm">{call.errorCode}</span>} />
        )}
        <KeyValue name={t("facts.time")} value={<TimeStamp at={call.at} as="second" focusable />} />
        <KeyValue name={t("facts.duration")} value={<Duration ms={call.durationMs} />} />
        <KeyValue name={t("facts.key")}>
          {call.keyPreview === null ? t("facts.keyGone") : <code className="font-mono text-sm">{call.keyPreview}…</code>}
        </KeyValue>
        <KeyValue name={t("facts.source")}>{t(`sources.${call.source}`)}</KeyValue>
        {call.userAgent === null ? null : <KeyValue name={t("facts.userAgent")}>{call.userAgent}</KeyValue>}
      </KeyValueList>
      {call.hasBodies ? <RevealBodies key={executionId} of={of} kind="call" id={executionId} /> : null}
      <KeptHeaders title={t("requestHeaders")} headers={call.requestHeaders} />
      <KeptHeaders title={t("responseHeaders")} headers={call.responseHeaders} />
      {call.events.length === 0 ? null : (
        <ul aria-label={t("caused.title")} className="grid gap-1.5">
          {call.events.map(({ id, eventType, deliveries }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 font-mono text-sm">
              {eventType}
              {deliveries.map((delivery) => (
                <StatusBadge key={delivery.id} of="delivery" status={delivery.status} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PartnerDeliveries({ of }: { of: OfWorld }) {
  const t = useTranslations("traffic");
  const hrefOf = useHrefOf();
  const filters = useListFilters(deliveryParsers);
  const query = useQuery({ ...partnerDeliveriesQuery(of, filters.values), select: groupByEvent });
  const { data: summary } = useQuery(partnerDeliverySummaryQuery(of, filters.values, useTimeZone() ?? "UTC"));
  const { data: webhooks = [] } = useQuery(partnerWebhooksQuery(of));
  return (
    <DeliveryExplorer
      webhooks={webhooks}
      filters={filters}
      query={query}
      summary={summary}
      hrefOf={({ id }) => hrefOf("deliveries", id)}
      show={(id) => <Preview of={of} delivery={query.data?.rows.find((row) => row.id === id)} />}
      nothing={
        <EmptyState icon={Send} title={t("noDeliveries")}>
          {t("noTraffic")}
        </EmptyState>
      }
    />
  );
}

function Preview({ of, delivery }: { of: OfWorld; delivery: GroupedDelivery | undefined }) {
  const t = useTranslations("deliveries");
  if (delivery === undefined) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-3 font-mono text-sm">
        {delivery.eventType}
        <StatusBadge of="delivery" status={delivery.status} />
      </p>
      <KeyValueList>
        <KeyValue name={t("columns.webhook")}>{delivery.webhookName}</KeyValue>
        <KeyValue name={t("columns.response")} value={<LastAnswer statusCode={delivery.statusCode} error={delivery.error} />} />
        <KeyValue name={t("columns.attempts")}>{delivery.attempts}</KeyValue>
        <KeyValue name={t("columns.time")} value={<TimeStamp at={delivery.createdAt} as="second" focusable />} />
        <KeyValue name={t("one")} value={<Identifier id={delivery.id} what={t("one")} />} />
      </KeyValueList>
      <RevealBodies key={delivery.id} of={of} kind="delivery" id={delivery.id} />
    </div>
  );
}
