import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { dayOf, ensurePartitions, firstId } from "#db/partitions.ts";
import { beginRepair } from "#lib/developer/search/index-things.ts";
import { fillCalls } from "#scripts/load/calls.ts";
import type { CallLoad } from "#scripts/load/calls.ts";
import { fillContracts } from "#scripts/load/contracts.ts";
import { fillDeliveries, fillWaiting } from "#scripts/load/deliveries.ts";
import { mostDeliveries } from "#scripts/load/partner.ts";
import type { VolumePartner } from "#scripts/load/partner.ts";

const msPerDay = 86_400_000;
/** The number of days for which partitions exist once ensured. */
const daysEnsured = 8;
/** Development's share of production's traffic. */
const developmentShare = 0.02;
/** Part of the deliveries of the last day, and at most so many. */
const [waitingShare, mostWaiting] = [0.3, 2000];

/** The amounts in production once all is filled: contracts of a year with a product each, and the traffic of some days. */
export interface Load {
  contracts: number;
  claims: number;
  calls: number;
  events: number;
  deliveries: number;
  days: number;
}

/**
 * Fills contracts and claims, and the days up to now with even traffic, each in its own transaction. It skips what is there, so that an
 * interrupted run continues. `tell` is called for each step. The job `index-search` then writes what a search finds.
 */
export async function fillVolume({ worlds, webhooks }: VolumePartner, now: Date, load: Load, tell: (line: string) => void): Promise<void> {
  if (load.claims > load.contracts) throw new SetupError("a contract has at most one claim");
  if (load.deliveries > mostDeliveries * load.events) throw new SetupError(`an event has at most ${mostDeliveries} deliveries`);
  const today = dayOf(now);
  const first = today - load.days + 1;
  for (let day = first; day <= today; day += daysEnsured) await ensurePartitions(sql, new Date(day * msPerDay));
  const { production, development } = worlds;
  const whole = now.getTime() - first * msPerDay;
  /** What is there of an amount by a moment; differences of it add up to the whole. */
  const reached = (amount: number, at: Date) => Math.round((amount * (at.getTime() - first * msPerDay)) / whole);
  const made = { contracts: 0, claims: 0, calls: 0, events: 0, deliveries: 0 };
  if (load.contracts > 0 && !(await hasContracts(production.world.id))) {
    await write(async (tx) => void Object.assign(made, await fillContracts(tx, { worldId: production.world.id, ...load }, now)));
    tell(spellAmounts(made, ["contracts", "claims"]));
  }
  for (let day = first; day <= today; day += 1) {
    const stretch = { from: new Date(day * msPerDay), to: new Date(Math.min(now.getTime(), (day + 1) * msPerDay)) };
    const date = stretch.from.toISOString().slice(0, 10);
    if (await hasCalls(production.world.id, day)) {
      tell(`${date}: has its traffic already`);
      continue;
    }
    const ofDay = { calls: 0, events: 0, deliveries: 0 };
    for (const name of trafficNames) ofDay[name] = reached(load[name], stretch.to) - reached(load[name], stretch.from);
    const { calls, events, deliveries } = ofDay;
    const waiting = day === today ? Math.min(mostWaiting, Math.floor(deliveries * waitingShare)) : 0;
    const ofProduction = { worldId: production.world.id, webhooks };
    await write(async (tx) => {
      await fillCalls(tx, { ...ownerOf(development), count: Math.round(calls * developmentShare) }, stretch);
      ofDay.calls = await fillCalls(tx, { ...ownerOf(production), count: calls }, stretch);
      ofDay.deliveries = await fillDeliveries(tx, { ...ofProduction, events, count: deliveries - waiting }, stretch);
      ofDay.deliveries += await fillWaiting(tx, { ...ofProduction, count: waiting });
    });
    tell(`${date}: ${spellAmounts(ofDay, trafficNames)}`);
    for (const name of trafficNames) made[name] += ofDay[name];
  }
  await beginRepair(now);
  tell(`Made ${spellAmounts(made, amountNames)} in Production, and ${developmentShare * 100} % as many calls in Development`);
  tell("Reading statistics for the planner");
  await sql`vacuum analyze`;
}

const trafficNames = ["calls", "events", "deliveries"] as const;
export const amountNames = ["contracts", "claims", ...trafficNames] as const;

export function spellAmounts<Name extends keyof Load>(amounts: Readonly<Record<Name, number>>, names: readonly Name[]): string {
  return names.map((name) => `${amounts[name].toLocaleString("en")} ${name}`).join(", ");
}

/** Writes many rows in a transaction, without their marks for search: a repair writes all entries together. */
async function write(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await work(tx);
    await tx`delete from search_marks where xmin = pg_current_xact_id()::xid`;
  });
}

async function hasContracts(worldId: number): Promise<boolean> {
  return (await sql`select from contracts where world_id = ${worldId} limit 1`).length > 0;
}

function ownerOf({ world, keyId }: VolumePartner["worlds"]["production"]): Omit<CallLoad, "count"> {
  return { worldId: world.id, keyId };
}

async function hasCalls(worldId: number, day: number): Promise<boolean> {
  const [existing] = await sql`
    select from calls where world_id = ${worldId} and execution_id >= ${firstId("calls", day)} and execution_id < ${firstId("calls", day + 1)} limit 1`;
  return existing !== undefined;
}
