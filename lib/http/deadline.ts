import { DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import { isTransient } from "#db/driver.ts";
import { env } from "#lib/env.ts";

/**
 * Begins the deadline of a request: all work that is done through the function it answers takes no longer, together, than
 * `REQUEST_DEADLINE_SECONDS`, or fails with a `DeadlineExceeded`. What the caller takes to send a body is not work of ours.
 */
export function startDeadline(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let leftMs = 1000 * env.REQUEST_DEADLINE_SECONDS;
  return async (work) => {
    const started = performance.now();
    try {
      return await withDeadline(leftMs, work);
    } finally {
      leftMs -= performance.now() - started;
    }
  };
}

/** Whether the same request may well succeed a moment later: it ran out of time, or the database was not there for it. */
export function isPassing(error: unknown): boolean {
  return error instanceof DeadlineExceeded || isTransient(error);
}

/** When a caller is to try again whom the database kept waiting, in seconds. */
export const retryAfter = { "retry-after": "1" };
