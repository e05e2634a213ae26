import postgres from "postgres";

/** Whether Postgres would refuse the same data again: a value that it does not take, or a constraint. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^2[23]/.test(error.code);
}
