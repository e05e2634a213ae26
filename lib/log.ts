import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { env } from "#lib/env.ts";

/** JSON lines on stdout. Never log a key, a body or a header. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { error: describeError },
});

/**
 * A failed query is logged by its cause, which contains no personal data (db/driver.ts). Objects that hang on an error are left out: a warning
 * brings its response, and an SDK its request, with cookies and signatures.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const known = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
  const described = Object.entries(pino.stdSerializers.err(known)).filter(([, value]) => typeof value !== "object");
  return { ...Object.fromEntries(described), ...(known instanceof AggregateError && { errors: known.errors.map(describeError) }) };
}
