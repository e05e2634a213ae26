import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { playSandboxMove } from "#lib/developer/sandbox/endpoints.ts";
import { playActionOfPath } from "#lib/developer/sandbox/play.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(playSandboxMove, (ctx, { params, body }) => playActionOfPath(ctx, params.id, params.move, body)),
);
