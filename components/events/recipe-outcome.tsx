"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { isOver } from "#components/deliveries/statuses.ts";
import { DeliveryCounts } from "#components/events/delivery-counts.tsx";
import { eventsQuery } from "#components/events/queries.ts";
import { StepFrame } from "#components/events/step-frame.tsx";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { Link } from "#components/ui/link.tsx";
import type { DeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { EventRow } from "#lib/developer/events/list-for-portal.ts";

const askEveryMs = 700;

/** The event that a recipe made happen, with its deliveries, as soon as they are there. */
export function RecipeOutcome({ eventType, about, number }: { eventType: EventType; about: string; number: number }) {
  const t = useTranslations("events.recipe");
  const { placeholderData: _ofAnotherRun, ...query } = eventsQuery("development", { eventType: [eventType], search: about, limit: 1 });
  const { data } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (isSettled(state.data?.rows[0]) ? false : askEveryMs),
  });
  const event = data?.rows[0];
  return (
    <StepFrame number={number} state={event === undefined ? "running" : "done"}>
      <div aria-live="polite" className="pt-0.5">
        {event === undefined ? (
          <p className="text-muted-foreground">{t("waiting")}</p>
        ) : (
          <div className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-x-2">
              <CircleCheck aria-hidden className="size-4 text-success" />
              <TextLink href={`/development/events/${event.id}`}>
                <code className="font-mono text-sm font-medium">{event.eventType}</code>
              </TextLink>
              <DeliveryCounts deliveries={event.deliveries} />
            </p>
            {Object.keys(event.deliveries).length === 0 ? (
              <p className="text-sm text-muted-foreground">
                {t.rich("noWebhook", {
                  link: (words) => (
                    <Link href="/development/webhooks" className="text-link underline underline-offset-2">
                      {words}
                    </Link>
                  ),
                })}
              </p>
            ) : null}
          </div>
        )}
      </div>
    </StepFrame>
  );
}

function isSettled(event: EventRow | undefined): boolean {
  return event !== undefined && (Object.keys(event.deliveries) as DeliveryStatus[]).every(isOver);
}
