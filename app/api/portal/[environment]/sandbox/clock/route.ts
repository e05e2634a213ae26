import { portalRoute } from "#lib/http/portal.ts";
import { moveClock, readClock, returnClock } from "#lib/sandbox/clock.ts";
import { moveClockBody } from "#lib/sandbox/schema.ts";

/** What takes longer goes on by itself, and `GET` tells how far it is. */
const waitMs = 3000;

export const GET = portalRoute({ for: "partner" }, (ctx) => readClock(ctx));
export const POST = portalRoute({ for: "partner", body: moveClockBody }, (ctx, { body }) => moveClock(ctx, body, waitMs));
export const DELETE = portalRoute({ for: "partner" }, (ctx) => returnClock(ctx));
