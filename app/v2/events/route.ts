import { listEvents } from "#lib/events/endpoints.ts";
import { list } from "#lib/events/list.ts";
import { handle } from "#lib/http/handle.ts";

export const GET = handle(listEvents, (ctx, { query }) => list(ctx, query));
