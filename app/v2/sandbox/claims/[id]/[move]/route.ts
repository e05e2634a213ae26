import { playSandboxMove } from "#lib/developer/sandbox/endpoints.ts";
import { playMoveOfPath } from "#lib/developer/sandbox/play.ts";
import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(playSandboxMove, (ctx, { params, body }) => playMoveOfPath(ctx, params.id, params.move, body)),
);
