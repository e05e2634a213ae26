import { portalRoute } from "#lib/http/portal.ts";
import { startOver } from "#lib/sandbox/reset.ts";
import { resetBody } from "#lib/sandbox/schema.ts";

/** What takes longer goes on by itself, and the clock tells how far it is. */
const waitMs = 3000;

export const POST = portalRoute({ for: "owner", body: resetBody }, (ctx, { body }) => startOver(ctx, body, waitMs));
