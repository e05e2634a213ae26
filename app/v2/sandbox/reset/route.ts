import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { resetSandbox } from "#lib/sandbox/endpoints.ts";
import { startOver } from "#lib/sandbox/reset.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(handle(resetSandbox, (ctx, { body }) => startOver(ctx, body)));
