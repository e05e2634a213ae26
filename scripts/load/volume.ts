import { sql } from "#db/client.ts";
import { dayOf, ensurePartitions, firstId } from "#db/partitions.ts";
import { fillCalls } from "#scripts/load/calls.ts";
import type { CallLoad } from "#scripts/load/calls.ts";
import { fillDeliveries, fillWaiting } from "#scripts/load/deliveries.ts";
import type { VolumePartner } from "#scripts/load/partner.ts";

const msPerDay = 86_400_000;
/** The number of days for which partitions exist once ensured. */
const daysEnsured = 8;
/** Development's share of production's traffic. */
const developmentShare = 0.02;
/** Part of the deliveries of the last day, and at most so many. */
const [waitingShare, mostWaiting] = [0.3, 2000];

/** The amounts in production once every day is filled. */
export interface Load {
  calls: number;
  deliveries: number;
  days: number;
}

/**
 * Fills the days up to now with even traffic, each in its own transaction. It skips days that have some, so that an interrupted run
 * continues. `tell` is called for each day.
 */
export async function fillVolume({ worlds, webhooks }: VolumePartner, now: Date, load: Load, tell: (line: string) => void): Promise<void> {
  const today = dayOf(now);
  const first = today - load.days + 1;
  for (let day = first; day <= today; day += daysEnsured) await ensurePartitions(sql, new Date(day * msPerDay));
  const { production, development } = worlds;
  const whole = now.getTime() - first * msPerDay;
  /** What is there of an amount by a moment; differences of it add up to the whole. */
  const reached = (amount: number, at: Date) => Math.round((amount * (at.getTime() - first * msPerDay)) / whole);
  const made = { calls: 0, deliveries: 0 };
  for (let day = first; day <= today; day += 1) {
    const stretch = { from: new Date(day * msPerDay), to: new Date(Math.min(now.getTime(), (day + 1) * msPerDay)) };
    const name = stretch.from.toISOString().slice(0, 10);
    if (await hasCalls(production.world.id, day)) {
      tell(`${name}: has its traffic already`);
      continue;
    }
    const [calls, deliveries] = [load.calls, load.deliveries].map(
      (amount) => reached(amount, stretch.to) - reached(amount, stretch.from),
    ) as [number, number];
    const waiting = day === today ? Math.min(mostWaiting, Math.floor(deliveries * waitingShare)) : 0;
    const ofProduction = { worldId: production.world.id, webhooks };
    const ofDay = await sql.begin(async (tx) => {
      await tx`set local synchronous_commit = off`;
      await fillCalls(tx, { ...ownerOf(development), count: Math.round(calls * developmentShare) }, stretch);
      const recorded = await fillCalls(tx, { ...ownerOf(production), count: calls }, stretch);
      const sent = await fillDeliveries(tx, { ...ofProduction, count: deliveries - waiting }, stretch);
      return { calls: recorded, deliveries: sent + (await fillWaiting(tx, { ...ofProduction, count: waiting })) };
    });
    tell(`${name}: ${spellAmounts(ofDay)}`);
    made.calls += ofDay.calls;
    made.deliveries += ofDay.deliveries;
  }
  tell(`Made ${spellAmounts(made)} in Production, and ${developmentShare * 100} % as many calls in Development`);
  tell("Reading statistics for the planner");
  await sql`vacuum analyze calls, events, deliveries, delivery_attempts, delivery_queue`;
}

function spellAmounts({ calls, deliveries }: Omit<Load, "days">): string {
  return `${calls.toLocaleString("en")} calls, ${deliveries.toLocaleString("en")} deliveries`;
}

function ownerOf({ world, keyId }: VolumePartner["worlds"]["production"]): Omit<CallLoad, "count"> {
  return { worldId: world.id, keyId };
}

async function hasCalls(worldId: number, day: number): Promise<boolean> {
  const [existing] = await sql`
    select from calls where world_id = ${worldId} and execution_id >= ${firstId("calls", day)} and execution_id < ${firstId("calls", day + 1)} limit 1`;
  return existing !== undefined;
}
