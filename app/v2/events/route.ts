import { listEvents } from "#lib/developer/events/endpoints.ts";
import { list } from "#lib/developer/events/list.ts";
import { waitForEvents } from "#lib/developer/events/waiting.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    listEvents,
    (ctx, { query }) => list(ctx, query),
    (ctx, { query }, hangUp) => waitForEvents(ctx, query, hangUp),
  ),
);
