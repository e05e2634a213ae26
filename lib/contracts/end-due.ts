import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { contractProducts, contracts } from "#db/schema/contracts.ts";
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
 * Answers how many contracts it changed.
 */
export function endDueContracts(now: Date, pace: Pace = {}): Promise<number> {
  return processBatches({
    job: "endDueContracts",
    now,
    ...pace,
    run: (limit, setAside, picked) =>
      transact(async (tx) => {
        const due = await lockDue(tx, now, limit, setAside);
        picked(due);
        return due.length === 0 ? [] : endContracts(tx, due, now);
      }),
  });
}

async function endContracts(tx: Transaction, due: readonly string[], now: Date): Promise<string[]> {
  const found = await findLocked(tx, due);
  const inOrder = found.toSorted((one, other) => one.endDate.getTime() - other.endDate.getTime() || (one.cid < other.cid ? -1 : 1));
  const renewed = await applyRenewals(
    tx,
    inOrder.filter(({ endDate }) => endDate <= now),
    now,
  );
  await insertContracts(
    tx,
    renewed.map(({ next }) => next),
  );
  await writeRenewals(
    tx,
    renewed.flatMap(({ applied, following }) => [applied, following]),
  );

  const ended = (await findTariffs(tx, inOrder)).flatMap(([contract, tariff]) => endContract(contract, tariff, now));
  // The rows are locked: nobody can have been first.
  if (!(await reviseContracts(tx, ended))) throw new Error("a locked contract changed");
  const renewalEvents = new Map(renewed.map(({ applied, events }) => [applied.cid, events]));
  await emit(
    tx,
    ended.flatMap(({ before, event }) => [...(renewalEvents.get(before.cid) ?? []), event]),
    now,
  );
  return ended.map(({ before }) => before.cid);
}

/**
 * The ids of contracts with something due, the earliest first, held until the transaction ends; other runners pass them by.
 * No more than a month of them at a time: what a renewal of theirs creates ends later, so that it cannot be overtaken.
 */
async function lockDue(tx: Transaction, now: Date, limit: number, setAside: readonly string[]): Promise<string[]> {
  const at = now.toISOString();
  const aside = sql`${sql.param(setAside)}::text[]`;
  const whole = await tx.execute<{ cid: string }>(sql`
    select cid from ${contracts} where status = 'open' and end_date <= ${at} and cid <> all(${aside}) and end_date < (
      select min(end_date) from ${contracts} where status = 'open' and cid <> all(${aside})
    ) + interval '1 month'
    order by end_date, cid limit ${limit} for no key update skip locked`);
  if (whole.length > 0) return whole.map(({ cid }) => cid);
  const parts = await tx.execute<{ cid: string }>(sql`
    select cid from ${contracts} where status = 'open' and cid in (
      select p.cid from ${contractProducts} p
      where p.status = 'open' and p.end_date <= ${at} and p.cid <> all(${aside})
        and exists (select from ${contracts} c where c.cid = p.cid and c.status = 'open')
      order by p.end_date, p.cid limit ${limit}
    ) for no key update skip locked`);
  return parts.map(({ cid }) => cid);
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
