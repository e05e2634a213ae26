import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { env } from "#lib/env.ts";

/** The process log: JSON lines on stdout. Never given a key, a body or a header. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { error: describeError },
});

/** An error; of a failed query, why it failed. What people entrusted to us is not in it (db/driver.ts). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return pino.stdSerializers.err(error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error);
}
