import { Inngest } from "inngest";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";

const requestMs = 10_000;

/** Covergate as Inngest knows it. The SDK reads its keys and addresses from the environment itself; lib/platform/env.ts has checked them. */
export const inngest = new Inngest({
  id: "covergate",
  isDev: env.INNGEST_DEV !== false,
  fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(requestMs) }),
  logger: log,
});
