import { sql } from "#db/client.ts";
import { withDeadline } from "#db/deadline.ts";
import { requestMs } from "#db/request-deadline.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { list } from "#lib/developer/events/list.ts";
import type { EventsQuery } from "#lib/developer/events/schema.ts";
import { log } from "#lib/platform/log/log.ts";
import { onReset } from "#lib/platform/process/reset.ts";

/** A commit is seen this much later at most, whichever instance made it. */
const lookEveryMs = 500;
const waitingOfKey = 5;

interface Waiter {
  keyId: string;
  worldId: number;
  after: string;
  wake: () => void;
}

const waiters = new Set<Waiter>();
let timer: NodeJS.Timeout | undefined;
let isEnding = false;

/**
 * Waits up to `wait` seconds for an event that the page after `after` would have (rules/events.md#read-3). Returns at once for a key of
 * which five calls wait in this process, when the caller hangs up, and when the process stops. Between its looks it holds no database
 * connection.
 */
export async function waitForEvents(
  { world, actor }: Pick<ApiContext, "world" | "actor">,
  query: EventsQuery,
  hangUp: AbortSignal,
): Promise<void> {
  const { after, wait } = query;
  const keyId = actor.type === "apiKey" ? actor.keyId : "";
  if (wait === 0 || after === undefined || waitingOf(keyId) >= waitingOfKey) return;
  const over = AbortSignal.any([hangUp, AbortSignal.timeout(1000 * wait)]);
  const isOver = () => isEnding || over.aborted;
  const look = async () => withDeadline(requestMs, () => list({ world }, { ...query, limit: 1 }));
  const waiter: Waiter = { keyId, worldId: world.id, after, wake: () => {} };
  waiters.add(waiter);
  timer ??= setTimeout(() => void lookForAll(), lookEveryMs);
  over.addEventListener("abort", () => waiter.wake(), { once: true });
  try {
    while (!isOver() && (await look()).events.length === 0 && !isOver()) {
      await new Promise<void>((resolve) => (waiter.wake = resolve));
    }
  } finally {
    waiters.delete(waiter);
  }
}

/** Answers all waiting requests and accepts no more: the process stops. */
export function endWaiting(): void {
  isEnding = true;
  for (const { wake } of waiters) wake();
}

onReset(() => {
  isEnding = false;
});

function waitingOf(keyId: string): number {
  return [...waiters].filter((waiter) => waiter.keyId === keyId).length;
}

/** Wakes the requests whose world has a newer event. One statement for all of them. */
async function lookForAll(): Promise<void> {
  const asked = [...waiters];
  try {
    const worlds = asked.map(({ worldId }) => worldId);
    const afters = asked.map(({ after }) => after);
    const places = await withDeadline(
      requestMs,
      async () => sql<{ place: number }[]>`
        select place::int from unnest(${worlds}::int[], ${afters}::text[]) with ordinality as asked (world_id, after, place)
        where exists (select from events e where e.world_id = asked.world_id and e.id > asked.after and not e.test)`,
    );
    for (const { place } of places) asked[place - 1]?.wake();
  } catch (error) {
    log.error({ error, waiting: asked.length }, "nobody could be told of events; the next look follows");
  }
  timer = waiters.size === 0 ? undefined : setTimeout(() => void lookForAll(), lookEveryMs);
}
