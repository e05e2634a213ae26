import { handle } from "#lib/http/handle.ts";
import { route } from "#lib/http/route.ts";
import { playSandboxMove } from "#lib/sandbox/endpoints.ts";
import { playClaimMove } from "#lib/sandbox/play.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(playSandboxMove, (ctx, { params, body }) => playClaimMove(ctx, params.id, params.move, body)),
);
