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

/** An error without what people entrusted to us: a failed query names its parameters, and a refused row its values. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
  const {
    detail: _detail,
    where: _where,
    parameters: _parameters,
    args: _args,
    ...told
  } = pino.stdSerializers.err(cause) as unknown as Record<string, unknown>;
  return told;
}
