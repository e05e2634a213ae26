import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { listShiftedWorlds, movedWorlds } from "#lib/account/worlds/clocks.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { applyRenewals } from "#lib/insurance/contracts/apply-renewals.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import { findLocked } from "#lib/insurance/contracts/find.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { applyEnding, decideDueEnding, eventOfEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { insertContracts, reviseContracts } from "#lib/insurance/contracts/save.ts";
import type { Revision } from "#lib/insurance/contracts/save.ts";
import { findTariffs } from "#lib/insurance/prices/find.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { writeRenewals } from "#lib/insurance/renewals/save.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";
import { realMoment } from "#lib/platform/time/clock.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

/**
 * Applies due renewals, then ends due contracts and products, earliest first (rules/contracts.md#states-2); returns how many. `only` is a
 * world whose time the caller keeps.
 */
export async function endDueContracts(now: Date, { only, ...options }: BatchOptions & { only?: number } = {}): Promise<number> {
  const worlds = only === undefined ? sql`world_id <> all(${sql.param(await listShiftedWorlds())}::int[])` : sql`world_id = ${only}`;
  return processBatches({
    job: "endDueContracts",
    now,
    ...options,
    run: (limit, setAside, picked) =>
      transact(async (tx) => {
        const due = await lockDue(tx, now, limit, { setAside, worlds });
        picked(due);
        if (due.length === 0) return [];
        const { cids, events } = await endContracts(tx, await findLocked(tx, due), () => now);
        await emit(tx, events, realMoment(now));
        return cids;
      }),
  });
}

/** When the next one is due. */
export const nextEnding: Fragment = pool`
  select due_at from contracts where status = 'open' and world_id <> all(${movedWorlds}) order by due_at limit 1`;

interface EndedContracts {
  cids: string[];
  events: NewEvent[];
}

/** Ends the due parts of locked contracts, each at its own moment. The caller emits the events. */
export async function endContracts(
  tx: Transaction,
  found: readonly ExistingContract[],
  momentOfEnd: (contract: ExistingContract) => Date,
): Promise<EndedContracts> {
  const inOrder = found.toSorted((one, other) => one.endDate.getTime() - other.endDate.getTime() || (one.cid < other.cid ? -1 : 1));
  const renewed = await applyRenewals(
    tx,
    inOrder.filter((contract) => contract.status === "open" && contract.endDate <= momentOfEnd(contract)),
    momentOfEnd,
  );
  await insertContracts(
    tx,
    renewed.map(({ next }) => next),
    "renewed",
  );
  await writeRenewals(
    tx,
    renewed.flatMap(({ applied, following }) => [applied, following]),
  );

  const ended = (await findTariffs(tx, inOrder)).flatMap(([contract, tariff]) => endContract(contract, tariff, momentOfEnd(contract)));
  // The rows are locked, so nobody else can have changed them.
  if (!(await reviseContracts(tx, ended))) throw new Error("a locked contract changed");
  const renewalEvents = new Map(renewed.map(({ applied, events }) => [applied.cid, events]));
  return {
    cids: ended.map(({ before }) => before.cid),
    events: ended.flatMap(({ before, at, event }) =>
      [...(renewalEvents.get(before.cid) ?? []), event].map((each) => ({ ...each, happenedAt: at })),
    ),
  };
}

/**
 * Locks the contracts with something due, earliest first, and skips locked ones. Reads at most 27 days at a time: a contract that a
 * renewal creates ends later than that, so it keeps its place in the order.
 */
async function lockDue(
  tx: Transaction,
  now: Date,
  limit: number,
  { setAside, worlds }: { setAside: readonly string[]; worlds: SQL },
): Promise<string[]> {
  const isOurs = sql`status = 'open' and cid <> all(${sql.param(setAside)}::text[]) and ${worlds}`;
  const due = await tx.execute<{ cid: string }>(sql`
    select cid from ${contracts} where ${isOurs} and due_at <= ${now} and due_at < (
      select min(due_at) from ${contracts} where ${isOurs}
    ) + interval '27 days'
    order by due_at, cid limit ${limit} for no key update skip locked`);
  return due.map(({ cid }) => cid);
}

/** The due endings of a contract; none if another runner ended its product just before the lock. */
function endContract(before: ExistingContract, { rates }: Tariff, now: Date): (Revision & { event: NewEvent })[] {
  const ending = decideDueEnding(before, now);
  if (ending === null) return [];
  const after = { ...priceContract(before, applyEnding(before, ending), rates), updatedAt: changedAt(before.updatedAt, now) };
  const event: NewEvent = {
    worldId: before.worldId,
    eventType: eventOfEnding(ending),
    subjectId: before.cid,
    executionId: null,
    data: serializeContract(after),
  };
  return [{ before, after, at: now, event }];
}
