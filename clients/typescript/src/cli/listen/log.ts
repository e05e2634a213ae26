import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "../../connection.ts";
import { CovergateError } from "../../error.ts";
import type { EventType } from "../../generated/schema.ts";
import { Events } from "../../resources/events.ts";
import type { LoggedEvent } from "../../resources/events.ts";

/** Seconds for which the server may hold a request until there is something new. */
const wait = 25;
const limit = 100;
const firstDelayMs = 250;
const longestDelayMs = 2_000;
/** The pause if the server cannot wait, since too many requests already do. */
const paceMs = 500;

/** Before any event. */
export const beginning = "evt_00000000000000000000000000";

/** The newest event; `beginning` where there is none. */
export async function newestEvent(connection: Connection): Promise<string> {
  const [newest] = await new Events(connection).list({ limit: 1 }).take(1);
  return newest?.id ?? beginning;
}

/** Tells that the server is away, and that it is back. */
export type OnTrouble = (trouble: CovergateError | undefined) => void;

/**
 * Yields the events after an event, oldest first, for ever, as soon as they are committed. The connection makes no retries; they are made
 * here, so that no restart of the server ends it. Ends with the signal; throws a CovergateError if the key is refused.
 */
export async function* readLog(
  connection: Connection,
  start: string,
  types: readonly EventType[],
  onTrouble: OnTrouble,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  let after = start;
  let failures = 0;
  while (!signal.aborted) {
    const asked = performance.now();
    try {
      const query = { after, wait, limit, ...(types.length > 0 && { event_type: [...types] }) };
      const { events } = await connection.send("listEvents", { query }, { signal, timeoutMs: (wait + 15) * 1000 });
      if (failures > 0) onTrouble(undefined);
      failures = 0;
      for (const event of events.toReversed() as LoggedEvent[]) {
        if (signal.aborted) return;
        yield event;
        after = event.id;
      }
      if (events.length === 0 && performance.now() - asked < paceMs) await sleep(paceMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CovergateError) || !isPassing(error)) throw error;
      if (failures === 0) onTrouble(error);
      await sleep(
        error.retryAfter === undefined ? Math.min(longestDelayMs, firstDelayMs * 2 ** failures) : error.retryAfter * 1000,
        signal,
      );
      failures += 1;
    }
  }
}

/** True if the server may recover by itself. */
function isPassing({ status, name }: CovergateError): boolean {
  return status === 0 || status === 429 || status >= 500 || name === "UNREADABLE_RESPONSE";
}

/** Returns early with the signal. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
