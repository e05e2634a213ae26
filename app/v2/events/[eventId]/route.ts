import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { readEvent } from "#lib/developer/events/endpoints.ts";
import { read } from "#lib/developer/events/list.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(readEvent, (ctx, { params }) => read(ctx, params.eventId)));
