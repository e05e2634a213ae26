import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { findContract, findReferenced } from "#lib/insurance/contracts/find.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { applyAmendment, decideAmendment, mergeParties, withoutUnchanged } from "#lib/insurance/contracts/rules/amend.ts";
import { applyEnding, decideEnding, eventOfEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { decideAddition, decideRemoval } from "#lib/insurance/contracts/rules/products.ts";
import { referencesOf } from "#lib/insurance/contracts/rules/references.ts";
import { lacksProduct, makeEntries, reviseContracts } from "#lib/insurance/contracts/save.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { cityFinder } from "#lib/insurance/geo/rules/match.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { runExclusive } from "#lib/platform/process/keyed-mutex.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

/** Changes dates, parties or product entries of a contract (rules/contracts.md#update-1). */
export function amend(ctx: ApiContext, cid: string, payload: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  return changeContract(ctx, cid, preview, async (contract) => {
    const body = withoutUnchanged(serializeContract(contract), payload);
    const { cities } = await findReferenced(ctx.world, referencesOf(mergeParties(contract, body)), ctx.now);
    const amendment = decideAmendment(contract, body, { now: ctx.now, partner: ctx.partner, cities: cityFinder(cities) });
    if (!amendment.changed) return null;
    const newCpids = new Map(amendment.replacements.map(({ cpid }) => [cpid, newId("cpid")]));
    return { contract: applyAmendment(contract, amendment, newCpids), event: "v2.contract.updated" };
  });
}

/** Cancels a contract that started recently, terminates it otherwise (rules/contracts.md#end-2, #end-3). */
export function end(ctx: ApiContext, cid: string, body: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  return changeContract(ctx, cid, preview, async (contract) => {
    const ending = decideEnding(contract, body, ctx.now);
    return { contract: applyEnding(contract, ending), event: eventOfEnding(ending) };
  });
}

/** Insures more products under a contract (rules/contracts.md#add-1). */
export function addProducts(ctx: ApiContext, cid: string, body: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  const { world, now, partner } = ctx;
  return changeContract(ctx, cid, preview, async (contract) => {
    const { renter, products } = await findReferenced(world, { ...referencesOf(body), uid: contract.uid }, now);
    const addition = decideAddition(contract, body, { now, preview, partner, renter, products });
    const entries = makeEntries(world, addition.products, addition, now);
    const joined = { ...contract, options: addition.options, products: [...contract.products, ...entries.products] };
    return { contract: joined, event: "v2.contract.updated", writeFirst: entries.writeFirst };
  });
}

/** Takes products out of a contract (rules/contracts.md#remove-1). */
export function removeProducts(ctx: ApiContext, cid: string, body: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  return changeContract(ctx, cid, preview, async (contract) => {
    const ending = decideRemoval(contract, body, ctx.now);
    return { contract: applyEnding(contract, ending), event: eventOfEnding(ending) };
  });
}

export interface Change {
  contract: Contract;
  /** Its data is the contract after the change. */
  event: EventType;
  /** Writes rows that the contract refers to, such as the catalogue entries of inline products. */
  writeFirst?: (tx: Transaction) => Promise<void>;
}

type Decide = (contract: ExistingContract) => Promise<Change | null>;

// One of several concurrent writers always succeeds, so this many lost races in a row are a bug.
const attempts = 20;

/**
 * Changes a contract as `decide` says, null for no change; 1051 if there is none. The decision is written under the revision that it
 * read; after a lost race it is made again, so that the loser gets the error of the new state.
 */
export function changeContract(ctx: ApiContext, cid: string, preview: boolean, decide: Decide): Promise<WireContract> {
  const change = () => changeWithRetries(ctx, cid, preview, decide);
  return preview ? change() : runExclusive(`contract ${ctx.world.id} ${cid}`, change);
}

async function changeWithRetries(ctx: ApiContext, cid: string, preview: boolean, decide: Decide): Promise<WireContract> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await findContract(ctx.world, cid);
    if (before === undefined) throw new ApiError("CONTRACT_NOT_FOUND");
    const change = await decide(before);
    if (change === null) return serializeContract(before);
    const tariff = await findTariff(before.tariffId);
    const changed = priceContract(before, change.contract, tariff.rates);
    // A change without effect, such as a planned end that is planned already, emits no event.
    if (isDeepStrictEqual(changed, before)) return serializeContract(before);
    const after = { ...changed, updatedAt: changedAt(before.updatedAt, ctx.now) };
    const answer = serializeContract(after);
    if (preview || (await write(ctx, { before, after, change, answer }))) return answer;
  }
  throw new Error(`the contract ${cid} changed ${attempts} times while one change was made`);
}

interface Decided {
  before: ExistingContract;
  after: Contract;
  change: Change;
  answer: WireContract;
}

async function write(ctx: ApiContext, { before, after, change, answer }: Decided): Promise<boolean> {
  const lost = new Error("the contract changed meanwhile");
  try {
    await transact(async (tx) => {
      await change.writeFirst?.(tx);
      if (!(await reviseContracts(tx, [{ before, after, at: ctx.now }]))) throw lost;
      const { world, executionId } = ctx;
      await emit(tx, [{ worldId: world.id, eventType: change.event, subjectId: before.cid, executionId, data: answer }], ctx);
      return answer;
    }, ctx);
    return true;
  } catch (error) {
    if (error === lost || lacksProduct(error)) return false;
    throw error;
  }
}
