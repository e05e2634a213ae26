import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { startOver } from "#lib/developer/sandbox/clock.ts";
import { resetSandbox } from "#lib/developer/sandbox/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(resetSandbox, (ctx, { body }) => startOver(ctx, body)));
