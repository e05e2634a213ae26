import postgres from "postgres";

/**
 * Lost or refused connections, deadlocks and conflicts, a full disk, too many connections, locks that others hold, a shutdown. Not what
 * the same statement may meet each time: one that takes too long, or needs more memory or files than it may have.
 */
const passingStates = /^(?:08|40|53[13]00|55P03|57P)/;

/** Whether the database or the way to it was at fault, not what it was asked: the same may succeed later. Drizzle wraps the driver's error in its own. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof postgres.PostgresError) return passingStates.test(error.code);
  const isOfConnection = "code" in error && (String(error.code).startsWith("CONNECT") || "syscall" in error);
  return isOfConnection || isTransient(error.cause);
}
