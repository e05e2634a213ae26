import { readEvent } from "#lib/developer/events/endpoints.ts";
import { read } from "#lib/developer/events/list.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(readEvent, (ctx, { params }) => read(ctx, params.eventId)));
