import { DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import { isTransient } from "#db/driver.ts";
import { requestMs } from "#db/request-deadline.ts";
import { env } from "#lib/platform/env.ts";
import { StorageUnavailable } from "#lib/platform/files/storage-unavailable.ts";

/**
 * All work run by the returned function together takes at most `REQUEST_DEADLINE_SECONDS`, and ends when `hangUp` aborts. The time to
 * receive a body does not count.
 */
export function startDeadline(hangUp?: AbortSignal): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let leftMs = requestMs;
  return async (work) => {
    const started = performance.now();
    try {
      return await withDeadline(leftMs, work, { hangUp });
    } finally {
      leftMs -= performance.now() - started;
    }
  };
}

const longSeconds = 120;

/** Runs long work: storing the files of an upload, or shifting a clock. Each step still has the shorter limit for silence. */
export function withLongDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return withDeadline(1000 * longSeconds, work);
}

const overdueSeconds = 60;

/** How long a connection waits for its answer: past any deadline, at which the request is refused. */
export const answerSeconds = Math.max(env.REQUEST_DEADLINE_SECONDS, longSeconds) + overdueSeconds;

/** True if the same request may succeed later: after a timeout, and while the database or the store is unavailable. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DeadlineExceeded || error instanceof StorageUnavailable || isTransient(error);
}

/** The status of a request whose client hung up before its answer, as nginx has it: the call log has it (rules/call-log.md#record-10). */
export const clientGone = 499;

export const retryAfter = { "retry-after": "1" };
