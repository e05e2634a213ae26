import postgres from "postgres";

/**
 * Whether Postgres would refuse the same data again: a value that it does not take, a constraint, or more than it holds, such as in an
 * index. Drizzle wraps the driver's error in its own.
 */
export function isRefusedForGood(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof postgres.PostgresError && /^(?:22|23|54)/.test(cause.code);
}
