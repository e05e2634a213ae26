import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { resetSandbox } from "#lib/developer/sandbox/endpoints.ts";
import { startOver } from "#lib/developer/sandbox/reset.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(resetSandbox, (ctx, { body }) => startOver(ctx, body)));
