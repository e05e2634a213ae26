import { readEvent } from "#lib/events/endpoints.ts";
import { read } from "#lib/events/list.ts";
import { handle } from "#lib/http/handle.ts";

export const GET = handle(readEvent, (ctx, { params }) => read(ctx, params.eventId));
