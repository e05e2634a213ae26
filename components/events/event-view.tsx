"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { DeliveryTimeline } from "#components/deliveries/delivery-timeline.tsx";
import { SubjectLink } from "#components/events/about.tsx";
import { eventQuery } from "#components/events/queries.ts";
import { JsonView } from "#components/kit/code/json-view.tsx";
import { Identifier, KeyValue, KeyValueList } from "#components/kit/facts/facts.tsx";
import { HttpStatus, StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import { originOf } from "#lib/delivery/events/origin.ts";
import type { EventDetail } from "#lib/developer/events/read-for-portal.ts";

/** All about one event: its subject, its cause, its payload, and its deliveries. */
export function EventView({ eventId }: { eventId: string }) {
  const environment = useEnvironment();
  const t = useTranslations("events");
  const meaning = useEventMeaning();
  const { data: event } = useQuery(eventQuery(environment, eventId));
  if (event === undefined) return null;
  return (
    <>
      <PageHeader
        title={<span className="font-mono text-xl">{event.eventType}</span>}
        description={`${meaning(event.eventType)}.`}
        crumbs={[{ label: t("title"), href: `/${environment}/events` }]}
        badge={event.test ? <Badge tone="outline">{t("test")}</Badge> : undefined}
        actions={
          <LinkButton variant="outline" href={`/${environment}/events/catalogue/${event.eventType}`} icon={BookOpen}>
            {t("aboutKind")}
          </LinkButton>
        }
      />
      <div className="grid gap-5">
        <Card>
          <CardContent className="pt-5">
            <KeyValueList>
              <KeyValue name={t("columns.time")} value={<TimeStamp at={event.at} as="second" focusable />} />
              {event.sandboxTime === null ? null : (
                <KeyValue name={t("sandboxTime")} value={<TimeStamp at={event.sandboxTime} as="second" focusable />} />
              )}
              <KeyValue name={t("columns.about")}>{event.test ? t("nothingHappened") : <SubjectLink subject={event.subject} />}</KeyValue>
              <KeyValue name={t("columns.cause")} value={<Cause event={event} />} />
              <KeyValue name={t("id")} value={<Identifier id={event.id} what={t("id")} />} />
            </KeyValueList>
          </CardContent>
        </Card>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            {event.deliveries.map((delivery) => (
              <Card key={delivery.id} className="min-w-0">
                <CardHeader>
                  <CardTitle className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
                    <TextLink href={`/${environment}/deliveries/${delivery.id}`}>{delivery.webhookName}</TextLink>
                    <StatusBadge of="delivery" status={delivery.status} />
                  </CardTitle>
                </CardHeader>
                <CardContent>
                  <DeliveryTimeline delivery={delivery} isWaiting={!delivery.webhookEnabled && !delivery.webhookDeleted} />
                </CardContent>
              </Card>
            ))}
            {event.deliveries.length === 0 ? <NoDeliveries /> : null}
          </div>
          <JsonView text={event.payload} what={t("payload")} />
        </div>
      </div>
    </>
  );
}

function Cause({ event: { executionId, call } }: { event: EventDetail }) {
  const environment = useEnvironment();
  const t = useTranslations("events");
  const origin = originOf(executionId);
  if (origin !== "call") return t(`origins.${origin ?? "time"}`);
  if (call === null) return <code className="font-mono text-sm">{executionId}</code>;
  return (
    <span className="flex items-start gap-2">
      <HttpStatus status={call.status} />
      <TextLink href={`/${environment}/calls/${executionId}`} className="min-w-0">
        <code className="font-mono text-sm">{`${call.method} ${call.path}`}</code>
      </TextLink>
    </span>
  );
}

function NoDeliveries() {
  const environment = useEnvironment();
  const t = useTranslations("events");
  return (
    <Card>
      <EmptyState
        icon={Send}
        title={t("noDeliveriesTitle")}
        action={
          <LinkButton variant="outline" href={`/${environment}/webhooks`}>
            {t("webhooks")}
          </LinkButton>
        }
      >
        {t("noDeliveriesText")}
      </EmptyState>
    </Card>
  );
}
