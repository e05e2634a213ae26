import { currentDeadline, withDeadline, withoutDeadline } from "#db/deadline.ts";
import { env } from "#lib/platform/env.ts";

/** The time of a request. */
export const requestMs = 1000 * env.REQUEST_DEADLINE_SECONDS;

/** Does a read that others share with its first caller: it has the time of a request, and does not end with that caller. */
export function withOwnDeadline<Result>(read: () => Promise<Result>): Promise<Result> {
  const page = currentDeadline()?.page;
  return withoutDeadline(() => withDeadline(requestMs, read, { page }));
}

/**
 * Makes each part of a stream within the time of a request. The part under way is given up when the stream is closed or `hangUp` aborts,
 * unless it writes.
 */
export function eachInTime<Part>(
  parts: AsyncGenerator<Part, unknown>,
  { hangUp, isWrite = false }: { hangUp?: AbortSignal; isWrite?: boolean } = {},
): AsyncIterableIterator<Part, unknown> {
  const page = currentDeadline()?.page;
  const closed = new AbortController();
  const over = isWrite ? undefined : AbortSignal.any([closed.signal, ...(hangUp === undefined ? [] : [hangUp])]);
  return {
    next: () => withDeadline(requestMs, () => parts.next(), { hangUp: over, page }),
    return: () => {
      closed.abort();
      return parts.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
