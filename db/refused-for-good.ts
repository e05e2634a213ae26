import postgres from "postgres";

/** Whether Postgres would refuse the same data again: a value that it does not take, a constraint, or more than it holds, such as in an index. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(?:22|23|54)/.test(error.code);
}
