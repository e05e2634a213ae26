import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { realMoment } from "#lib/clock.ts";
import { serializeContract } from "#lib/contracts/contract.ts";
import { findLocked } from "#lib/contracts/find.ts";
import type { ExistingContract } from "#lib/contracts/find.ts";
import { applyEnding, decideDueEnding, eventOfEnding } from "#lib/contracts/rules/ending.ts";
import { priceContract } from "#lib/contracts/rules/pricing.ts";
import { insertContracts, reviseContracts } from "#lib/contracts/save.ts";
import type { Revision } from "#lib/contracts/save.ts";
import { emit } from "#lib/events/emit.ts";
import type { NewEvent } from "#lib/events/emit.ts";
import { transact } from "#lib/events/transact.ts";
import { listMovedWorlds } from "#lib/partners/clocks.ts";
import { processBatches } from "#lib/process-batches.ts";
import type { Pace } from "#lib/process-batches.ts";
import { applyRenewals } from "#lib/renewals/apply.ts";
import { writeRenewals } from "#lib/renewals/save.ts";
import { findTariffs } from "#lib/tariffs/find.ts";
import type { Tariff } from "#lib/tariffs/schema.ts";

/**
 * Ends what has come to its end by `now`: renewals that are due are applied, then contracts become `closed`, or `terminated`
 * where that was planned, and products with an end of their own end (resolutions.md § 3, Time, § 5).
 * The earliest due go first, so that after days of downtime things happen in the order in which they were due.
 * Worlds whose clock was moved have a job of their own (lib/sandbox/catch-up.ts). Answers how many contracts it changed.
 */
export async function endDueContracts(now: Date, pace: Pace = {}): Promise<number> {
  const elsewhere = await listMovedWorlds();
  return processBatches({
    job: "endDueContracts",
    now,
    ...pace,
    run: (limit, setAside, picked) =>
      transact(async (tx) => {
        const due = await lockDue(tx, now, limit, { setAside, elsewhere });
        picked(due);
        if (due.length === 0) return [];
        const { cids, events } = await endContracts(tx, await findLocked(tx, due), () => now);
        await emit(tx, events, realMoment(now));
        return cids;
      }),
  });
}

/** What has come to its end, and the events that tell of it, in their order. */
interface EndedContracts {
  cids: string[];
  events: NewEvent[];
}

/** Ends what is due of contracts that the transaction holds, each at its own moment. The caller emits the events. */
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
  );
  await writeRenewals(
    tx,
    renewed.flatMap(({ applied, following }) => [applied, following]),
  );

  const ended = (await findTariffs(tx, inOrder)).flatMap(([contract, tariff]) => endContract(contract, tariff, momentOfEnd(contract)));
  // The rows are locked: nobody can have been first.
  if (!(await reviseContracts(tx, ended))) throw new Error("a locked contract changed");
  const renewalEvents = new Map(renewed.map(({ applied, events }) => [applied.cid, events]));
  return {
    cids: ended.map(({ before }) => before.cid),
    events: ended.flatMap(({ before, after, event }) =>
      [...(renewalEvents.get(before.cid) ?? []), event].map((each) => ({ ...each, happenedAt: after.updatedAt })),
    ),
  };
}

/**
 * The ids of contracts with something due, the earliest first, held until the transaction ends; other runners pass them by.
 * No more than a month of them at a time: what a renewal of theirs creates ends later, so that it cannot be overtaken.
 */
async function lockDue(
  tx: Transaction,
  now: Date,
  limit: number,
  { setAside, elsewhere }: { setAside: readonly string[]; elsewhere: readonly number[] },
): Promise<string[]> {
  const isOurs = sql`status = 'open' and cid <> all(${sql.param(setAside)}::text[]) and world_id <> all(${sql.param(elsewhere)}::int[])`;
  const due = await tx.execute<{ cid: string }>(sql`
    select cid from ${contracts} where ${isOurs} and due_at <= ${now.toISOString()} and due_at < (
      select min(due_at) from ${contracts} where ${isOurs}
    ) + interval '1 month'
    order by due_at, cid limit ${limit} for no key update skip locked`);
  return due.map(({ cid }) => cid);
}

/** What is due of a contract; nothing where another runner ended its product just before the contract was locked. */
function endContract(before: ExistingContract, { rates }: Tariff, now: Date): (Revision & { event: NewEvent })[] {
  const ending = decideDueEnding(before, now);
  if (ending === null) return [];
  const after = { ...priceContract(before, applyEnding(before, ending), rates), updatedAt: now };
  const event: NewEvent = {
    worldId: before.worldId,
    eventType: eventOfEnding(ending),
    subjectId: before.cid,
    executionId: null,
    data: serializeContract(after),
  };
  return [{ before, after, event }];
}
