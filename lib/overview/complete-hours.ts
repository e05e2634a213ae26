import type { Stretch } from "#lib/overview/rules/period.ts";
import type { ClassCount } from "#lib/overview/rules/traffic.ts";

/** After this long an hour is complete: calls are written within a second, or when the database is back. */
const settledAfterMs = 3_600_000;
/** How long what was read is taken for true, should an hour have been written to later still. */
const trustedForMs = 3_600_000;
/** Eighty environments looked at over 30 days: some megabytes. */
const mostKept = 5000;

/**
 * What was counted in hours that are over, by world and stretch: it does not change any more, and a page that refreshes itself
 * would read two months of it again every few seconds. Each instance has its own; losing it costs a longer read.
 */
const kept = new Map<string, { calls: readonly ClassCount[]; readAt: number }>();

/** What was counted in a stretch, where it is known. */
export function recallCalls(worldId: number, stretch: Stretch, now: Date): readonly ClassCount[] | undefined {
  const found = kept.get(nameOf(worldId, stretch));
  const age = found === undefined ? undefined : now.getTime() - found.readAt;
  return age !== undefined && age >= 0 && age < trustedForMs ? found?.calls : undefined;
}

/** Keeps what was counted in a stretch that is over; the oldest makes room. */
export function keepCalls(worldId: number, stretch: Stretch, calls: readonly ClassCount[], now: Date): void {
  if (now.getTime() - stretch.until.getTime() < settledAfterMs) return;
  const name = nameOf(worldId, stretch);
  kept.delete(name);
  kept.set(name, { calls, readAt: now.getTime() });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

function nameOf(worldId: number, { from, until }: Stretch): string {
  return `${worldId} ${from.getTime()} ${until.getTime()}`;
}
