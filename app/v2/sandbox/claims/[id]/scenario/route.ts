import { playSandboxScenario } from "#lib/developer/sandbox/endpoints.ts";
import { startScenario } from "#lib/developer/sandbox/play.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(playSandboxScenario, (ctx, { params, body }) => startScenario(ctx, params.id, body.name)),
);
