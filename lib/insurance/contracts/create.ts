import { and, count, eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { worlds } from "#db/schema/partners.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import { commitStatement, transact } from "#lib/delivery/events/transact.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { serializeContract, serializePreview } from "#lib/insurance/contracts/contract.ts";
import { findReferenced } from "#lib/insurance/contracts/find.ts";
import { decideCreation } from "#lib/insurance/contracts/rules/creation.ts";
import type { NewContract } from "#lib/insurance/contracts/rules/creation.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { referencesOf } from "#lib/insurance/contracts/rules/references.ts";
import { lacksProduct, makeEntries, newContracts } from "#lib/insurance/contracts/save.ts";
import type { WireCreatedContract } from "#lib/insurance/contracts/schema.ts";
import { cityFinder } from "#lib/insurance/geo/rules/match.ts";
import { findTariffInForce } from "#lib/insurance/prices/find.ts";
import { decideFirstRenewal } from "#lib/insurance/renewals/rules/configure.ts";
import { makeRenewal, renewalEvents } from "#lib/insurance/renewals/save.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { newContractId } from "#lib/platform/ids.ts";

const maxAttempts = 3;

/** Creates a contract, or with `preview` only answers its data and price (rules/contracts.md#create-1, #preview-1). */
export async function create(ctx: ApiContext, body: unknown, options: { preview: boolean }): Promise<WireCreatedContract> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createOnce(ctx, body, options);
    } catch (error) {
      if (attempt === maxAttempts || !lacksProduct(error)) throw error;
    }
  }
}

async function createOnce(ctx: ApiContext, body: unknown, { preview }: { preview: boolean }): Promise<WireCreatedContract> {
  const { now, world, partner } = ctx;
  const { renter, products, cities, tariffId } = await findReferenced(world, referencesOf(body), now, partner.tariffId);
  const tariff = await findTariffInForce(tariffId, now);
  const decided = decideCreation(body, { now, preview, partner, renter, products, cities: cityFinder(cities) });
  const renewalAsked = decideFirstRenewal(decided, partner.features);
  const entries = makeEntries(world, decided.products, decided, now);
  const draft: Contract = {
    cid: null,
    uid: decided.uid,
    contractType: decided.contractType,
    status: "open",
    test: decideTest(ctx, decided),
    startDate: decided.startDate,
    endDate: decided.endDate,
    timeZone: decided.timeZone,
    renewalDay: null,
    options: decided.options,
    company: decided.company,
    individual: decided.individual,
    tariffId: tariff.id,
    terminationPlanned: false,
    endReason: null,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    source: ctx.source ?? null,
    products: entries.products,
  };
  const contract = priceContract(null, draft, tariff.rates);
  if (preview) return serializePreview(contract);

  const made = { ...contract, cid: newContractId(), worldId: world.id };
  const answer = serializeContract(made);
  const renewals = renewalAsked === null ? [] : [makeRenewal(made, renewalAsked, now)];
  const created: NewEvent = {
    worldId: world.id,
    eventType: "v2.contract.created",
    subjectId: made.cid,
    executionId: ctx.executionId,
    data: answer,
  };
  const events = [created, ...renewals.flatMap((renewal) => renewalEvents(ctx, renewal, made.uid, ["v2.contract.renewal.enabled"]))];
  const change = newContracts([made], "created", { hidden: entries.hidden, renewals });
  if (partner.openContractsLimit === null) {
    return commitStatement(answer, (tx, storing) => emit(tx, events, ctx, storing === undefined ? change : [...change, storing]), ctx);
  }
  return transact(async (tx) => {
    await assertBelowLimit(tx, ctx);
    await emit(tx, events, ctx, change);
    return answer;
  }, ctx);
}

/** Contracts of a development key are always tests; in production the partner needs the feature (rules/contracts.md#create-8). */
function decideTest({ world, partner }: ApiContext, decided: NewContract): boolean {
  if (world.environment === "development") return true;
  if (decided.test && !partner.features.includes("test_contracts")) {
    throw fieldError(
      "INSUFFICIENT_PERMISSIONS",
      "test",
      ": true needs the feature test_contracts; leave test out, or ask support for the feature",
    );
  }
  return decided.test ?? false;
}

/** 99888 above the partner's limit of open contracts. Locks the world's row, so that concurrent creations count one after the other. */
async function assertBelowLimit(tx: Transaction, { world, partner }: ApiContext): Promise<void> {
  const limit = partner.openContractsLimit;
  if (limit === null) return;
  await tx.select({ id: worlds.id }).from(worlds).where(eq(worlds.id, world.id)).for("no key update");
  const [row] = await tx
    .select({ open: count() })
    .from(contracts)
    .where(and(eq(contracts.worldId, world.id), eq(contracts.status, "open")));
  if (row !== undefined && row.open >= limit) throw new ApiError("OPEN_CONTRACTS_LIMIT", `the limit of ${limit} open contracts is reached`);
}
