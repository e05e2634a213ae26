import postgres from "postgres";

/** Whether a statement failed because it would have broken this constraint. Drizzle wraps the driver's error in its own. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof postgres.PostgresError && cause.constraint_name === constraint;
}
