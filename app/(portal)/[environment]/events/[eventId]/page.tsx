import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { EventView } from "#components/events/event-view.tsx";
import { eventQuery } from "#components/events/queries.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";

export async function generateMetadata({ params }: WorldPageProps<"eventId">): Promise<Metadata> {
  return { title: (await getTranslations("events"))("oneTitle", { id: (await params).eventId }) };
}

export default async function EventPage({ params }: WorldPageProps<"eventId">) {
  const { environment: name, eventId } = await params;
  const ctx = await requirePartner(name, "developer");
  const { environment } = ctx.world;
  await prefetch(ctx, eventQuery(environment, eventId)).catch(orNotFound);
  return (
    <Prefetched areas={["events", "webhooks", "deliveries"]}>
      <EventView eventId={eventId} />
    </Prefetched>
  );
}
