import { handle } from "#lib/api/handle.ts";
import { route } from "#lib/api/route.ts";
import { shiftClock, readClock, returnClock } from "#lib/developer/sandbox/clock.ts";
import { moveSandboxClock, readSandboxClock, returnSandboxClock } from "#lib/developer/sandbox/endpoints.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(readSandboxClock, (ctx) => readClock(ctx)),
  handle(moveSandboxClock, (ctx, { body }) => shiftClock(ctx, body)),
  handle(returnSandboxClock, (ctx) => returnClock(ctx)),
);
