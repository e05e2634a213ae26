import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { listEvents } from "#lib/developer/events/endpoints.ts";
import { list } from "#lib/developer/events/list.ts";
import { waitForEvents } from "#lib/developer/events/waiting.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    listEvents,
    (ctx, { query }) => list(ctx, query),
    (ctx, { query }, hangUp) => waitForEvents(ctx, query, hangUp),
  ),
);
