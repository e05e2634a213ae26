import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { playSandboxScenario } from "#lib/developer/sandbox/endpoints.ts";
import { startScenario } from "#lib/developer/sandbox/play.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(playSandboxScenario, (ctx, { params, body }) => startScenario(ctx, params.id, body.name)),
);
