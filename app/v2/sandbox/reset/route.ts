import { resetSandbox } from "#lib/developer/sandbox/endpoints.ts";
import { startOver } from "#lib/developer/sandbox/reset.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(resetSandbox, (ctx, { body }) => startOver(ctx, body)));
