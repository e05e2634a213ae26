import { readEvent } from "#lib/events/endpoints.ts";
import { read } from "#lib/events/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(readEvent, (ctx, { params }) => read(ctx, params.eventId)));
