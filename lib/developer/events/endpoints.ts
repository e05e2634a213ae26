import { z } from "zod";
import { event, eventPage, eventsQuery } from "#lib/developer/events/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "contract";
const tag = "Events";

export const listEvents = endpoint({
  id: "listEvents",
  method: "GET",
  path: "/events",
  side,
  tag,
  right: "events:read",
  summary: "List events",
  description:
    "What happened in this environment, newest first, whether or not a webhook received it. A receiver that was down asks for the events `after` the one where its last reading ended, and continues after the first event of each page while `has_more` is true. No event is skipped: a page with `after` ends before changes that are still being written, and the next request returns their events. With `wait` the answer to a request that has caught up comes with the next event. A receiver that only knows the last webhook it handled starts from an event that is an hour older, since retries arrive up to 36 minutes late.",
  query: eventsQuery,
  success: { status: 200, description: "A page of events.", data: eventPage, spread: true, schemaName: "EventsResponse" },
  errors: [],
  examples: [
    { name: "The newest events", query: { limit: "2" } },
    { name: "What happened to a contract", query: { subject: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" } },
    { name: "What happened after an event", query: { after: "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A" } },
  ],
});

export const readEvent = endpoint({
  id: "getEvent",
  method: "GET",
  path: "/events/{eventId}",
  side,
  tag,
  right: "events:read",
  summary: "Read an event",
  description: "One event, by the id that webhooks receive in the header `x-event-id`.",
  params: z.object({ eventId: z.string().meta({ description: "The event.", examples: ["evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }) }),
  success: { status: 200, description: "The event.", resource: "event", data: event, schemaName: "EventResponse" },
  errors: ["EVENT_NOT_FOUND"],
  examples: [{ name: "One event", params: { eventId: "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A" } }],
});
