import { sql } from "#db/client.ts";
import { jobs } from "#jobs/table.ts";
import { byIndex, nextDelivery } from "#lib/delivery/deliveries/lease.ts";

/** How long something that another instance made due may wait. */
const everyMs = 1_000;
/** Timers may fire a little early. */
const leastMs = 5;

export const deliveries = "deliveries";
const dated = jobs.flatMap(({ id, nextDue }) => (nextDue === undefined ? [] : [{ id, nextDue }]));

/** Asks once for all jobs and deliveries when something of theirs is due next, so that an idle instance makes one transaction a second. */
export async function lookForDue(now: Date): Promise<{ due: string[]; restMs: number }> {
  const asked = [...dated, { id: deliveries, nextDue: () => nextDelivery }];
  const moments = asked.map(({ id, nextDue }) => sql`select ${id} as id, (${nextDue(now)}) as at`);
  const union = moments.reduce((all, each) => sql`${all} union all ${each}`);
  const rows = await byIndex((tx) => tx<{ id: string; at: Date | null }[]>`${union}`);
  const waits = rows.map(({ id, at }) => ({ id, ms: at === null ? Infinity : at.getTime() - now.getTime() }));
  const next = Math.min(...waits.map(({ ms }) => (ms > 0 ? ms : everyMs)));
  return { due: waits.filter(({ ms }) => ms <= 0).map(({ id }) => id), restMs: Math.max(leastMs, Math.min(next, everyMs)) };
}
