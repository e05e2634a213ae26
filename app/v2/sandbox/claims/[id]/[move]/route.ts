import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { playSandboxMove } from "#lib/sandbox/endpoints.ts";
import { playMoveOfPath } from "#lib/sandbox/play.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(playSandboxMove, (ctx, { params, body }) => playMoveOfPath(ctx, params.id, params.move, body)),
);
