"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isOver } from "#components/deliveries/queries.ts";
import { Code, TextLink } from "#components/docs/prose.tsx";
import { eventsQuery } from "#components/events/queries.ts";
import { trpc } from "#components/kit/api/api.ts";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

interface Subject {
  of: "contract" | "claim";
  id: string;
}

const ofPage = { contract: { page: "contracts", see: "seeContract" }, claim: { page: "claims", see: "seeClaim" } } as const;

/** The events of what a guide made, how they reached the reader's webhooks, and the ways to all of it. */
export function GuideReceived(subject: Subject) {
  return (
    <QueryProvider>
      <Received {...subject} />
    </QueryProvider>
  );
}

const askEveryMs = 1000;
const quietMs = 5000;

function Received({ of, id }: Subject) {
  const t = useTranslations("tryIt.outcome");
  const { data: page } = useQuery({
    ...eventsQuery("development", { search: id }),
    refetchInterval: ({ state }) => (state.data !== undefined && isSettled(state.data.rows) ? quietMs : askEveryMs),
  });
  const { data: webhooks } = useQuery(trpc.webhooks.list.queryOptions({ environment: "development" }, { refetchInterval: quietMs }));
  const events = page?.rows.toReversed() ?? [];
  const isReceived = events.some(({ deliveries }) => Object.keys(deliveries).length > 0);
  const { page: folder, see } = ofPage[of];
  return (
    <>
      <p className="flex flex-wrap gap-3">
        <Way href={`/development/${folder}/${encodeURIComponent(id)}`}>{t(see)}</Way>
        {isReceived ? <Way href={`/development/deliveries?${new URLSearchParams({ search: id })}`}>{t("seeReceived")}</Way> : null}
      </p>
      <h3 className="font-semibold">{t("events")}</h3>
      {events.length === 0 ? (
        <p className="text-muted-foreground">{t("waiting")}</p>
      ) : (
        <ul className="grid gap-1.5">
          {events.map((event) => (
            <li key={event.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <TextLink href={`/development/events/${event.id}`}>
                <code className="font-mono text-sm [overflow-wrap:anywhere]">{event.eventType}</code>
              </TextLink>
              <Deliveries of={event} />
            </li>
          ))}
        </ul>
      )}
      {events.length === 0 || isReceived || webhooks === undefined ? null : (
        <p>
          {webhooks.length === 0
            ? t.rich("noWebhook", {
                code: (words) => <Code>{words}</Code>,
                form: linkTo("/development/webhooks/new"),
                local: linkTo("/docs/webhooks#local"),
              })
            : t.rich("notReceived", { webhooks: linkTo("/development/webhooks") })}
        </p>
      )}
    </>
  );
}

const linkTo = (href: string) => (words: ReactNode) => <TextLink href={href}>{words}</TextLink>;

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <LinkButton variant="outline" href={href}>
      {children}
      <ArrowRight aria-hidden />
    </LinkButton>
  );
}

function Deliveries({ of: { deliveries } }: { of: EventRow }) {
  const t = useTranslations("tryIt.outcome");
  const statuses = Object.keys(deliveries) as DeliveryStatus[];
  if (statuses.length === 0) return <span className="text-sm text-muted-foreground">{t("notSent")}</span>;
  return statuses.map((status) => <StatusBadge key={status} of="delivery" status={status} />);
}

function isSettled(events: readonly EventRow[]): boolean {
  return events.length > 0 && events.every(({ deliveries }) => (Object.keys(deliveries) as DeliveryStatus[]).every(isOver));
}
