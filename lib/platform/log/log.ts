import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { env } from "#lib/platform/env.ts";
import { redactText } from "#lib/platform/log/redact.ts";

/** The logged fields of an error. Others may be secret: a warning holds its response, an SDK's error its request, a wrong URL itself. */
const logged = new Set([
  ...["type", "message", "stack", "code", "errno", "syscall", "address", "port", "status", "statusCode", "errorName"],
  ...["severity", "routine", "schema_name", "table_name", "constraint_name"],
]);

/** JSON leaves these as they are, and terminals act on them. */
const controls = /[\u007f-\u009f\u2028\u2029]/g;

/** The answer of the admin command is on stdout, so that its log is on stderr. */
const isAdmin = process.argv[1]?.endsWith("scripts/admin.ts") === true;

/** JSON lines on stdout. Never log a key, a body or a header. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError },
    hooks: { streamWrite: (line) => line.replaceAll(controls, escapeControl) },
  },
  // Past process.stdout, whose texts become lines of this log (server/pages.ts).
  pino.destination(isAdmin ? 2 : 1),
);

/** A failed query is logged by its cause, which contains no personal data (db/driver.ts). */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const known = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
  const described = Object.entries(pino.stdSerializers.err(known))
    .filter(([name]) => logged.has(name))
    .map(([name, value]: [string, unknown]) => [name, typeof value === "string" ? redactText(value) : value] as const);
  return { ...Object.fromEntries(described), ...(known instanceof AggregateError && { errors: known.errors.map(describeError) }) };
}

function escapeControl(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
