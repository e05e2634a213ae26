import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { partsStatement } from "#db/constant-statement.ts";
import type { Part } from "#db/constant-statement.ts";
import { violatesConstraint } from "#db/driver.ts";
import { columnsWithout, insertOf, insertPart, recordsOf, setOf } from "#db/rows.ts";
import type { NewRow } from "#db/rows.ts";
import { products as catalogue, contractProducts, contracts } from "#db/schema/contracts.ts";
import { automaticRenewals } from "#db/schema/renewals.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { insertPremiums } from "#lib/insurance/contracts/ledger.ts";
import type { NewProduct } from "#lib/insurance/contracts/rules/basket.ts";
import { dueAtOf } from "#lib/insurance/contracts/rules/ending.ts";
import { scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";
import { newId } from "#lib/platform/ids.ts";

export type NewlyMade = Contract & { cid: string; worldId: number };

export interface Revision {
  before: ExistingContract;
  after: Contract;
  /** When it was made, by which the premium ledger goes. */
  at: Date;
}

const fixed = ["cid", "worldId", "uid", "contractType", "test", "tariffId", "createdAt", "source", "erasedAt"] as const;
const changeable = columnsWithout(contracts, ...fixed, "revision");
const changeableOfProduct = columnsWithout(contractProducts, "cpid", "cid", "productId", "productType", "valueExclCents", "data");
/** Inserts new entries, and updates of existing ones only what an ending or a move may change. */
const orUpdateProduct = sql` on conflict (cpid) do update set ${setOf(changeableOfProduct, "excluded")}`;

/** Writes new contracts, or renewed ones. */
export async function insertContracts(
  tx: Transaction,
  created: readonly NewlyMade[],
  kind: "created" | "renewed" = "created",
): Promise<void> {
  if (created.length > 0) await tx.execute(partsStatement(newContracts(created, kind)));
}

/**
 * The parts that write new contracts with their products, the entries of the premium ledger, renewals, and hidden products of the catalogue.
 * They belong into one statement, since foreign keys are checked at its end.
 */
export function newContracts(
  created: readonly NewlyMade[],
  kind: "created" | "renewed",
  {
    hidden = [],
    renewals = [],
  }: { hidden?: readonly NewRow<typeof catalogue>[]; renewals?: readonly NewRow<typeof automaticRenewals>[] } = {},
): Part[] {
  const rows = created.map((contract) => ({ ...contract, dueAt: dueAtOf(contract), revision: 1, erasedAt: null }));
  const entries = created.flatMap(({ cid, products }) => products.map((product) => ({ ...product, cid })));
  const premiums = insertPremiums(
    created.map((contract) => ({ worldId: contract.worldId, before: null, after: contract, at: contract.createdAt })),
    kind,
  );
  return [
    insertPart("contract", contracts, rows),
    insertPart("insured", contractProducts, entries),
    ...(hidden.length === 0 ? [] : [insertPart("hidden", catalogue, hidden)]),
    ...premiums,
    ...(renewals.length === 0 ? [] : [insertPart("renewals", automaticRenewals, renewals)]),
  ];
}

/** True if a product was deleted between its look-up and this write, as starting over does: the decision is to be made again. */
export function lacksProduct(error: unknown): boolean {
  return violatesConstraint(error, "contract_products_product_id_products_id_fk");
}

/** Writes contracts under the revisions that the rule saw, with their renewals and premiums. False if another writer was first: roll back. */
export async function reviseContracts(tx: Transaction, revisions: readonly Revision[]): Promise<boolean> {
  if (revisions.length === 0) return true;
  const rows = revisions.map(({ before, after }) => ({
    ...after,
    cid: before.cid,
    worldId: before.worldId,
    dueAt: dueAtOf(after),
    revision: before.revision,
    erasedAt: null,
  }));
  const written = await tx.execute(sql`
    update ${contracts} c set ${setOf(changeable, "r")}, revision = r.revision + 1 from ${recordsOf(contracts, rows)} r
    where c.cid = r.cid and c.revision = r.revision
    returning c.cid`);
  if (written.length < revisions.length) return false;
  const entries = revisions.flatMap(({ before, after }) =>
    changedProducts(before, after).map((product) => ({ ...product, cid: before.cid })),
  );
  const premiums = insertPremiums(
    revisions.map(({ before, after, at }) => ({ worldId: before.worldId, before, after: { ...after, cid: before.cid }, at })),
  );
  if (entries.length > 0) {
    await tx.execute(partsStatement([...premiums, insertPart("entries", contractProducts, entries, orUpdateProduct)]));
  }
  await followContracts(tx, revisions);
  return true;
}

function changedProducts(before: ExistingContract, after: Contract): ContractProduct[] {
  const earlier = new Map(before.products.map((product) => [product.cpid, product]));
  return after.products.filter((product) => !isDeepStrictEqual(product, earlier.get(product.cpid)));
}

export interface NewEntries {
  products: ContractProduct[];
  /** Entries of the catalogue for products that the body describes (rules/contracts.md#products-3). */
  hidden: readonly NewRow<typeof catalogue>[];
  /** Writes them, before the contract's own rows. */
  writeFirst: (tx: Transaction) => Promise<void>;
}

export function makeEntries(world: World, added: readonly NewProduct[], period: Period, now: Date): NewEntries {
  const hidden: NewRow<typeof catalogue>[] = [];
  const products = added.map(({ insured, data }): ContractProduct => {
    const productId = insured.source === "catalogue" ? insured.productId : newId("prod");
    // In a preview the description may be missing; then nothing is written.
    if (insured.source === "inline" && insured.description !== undefined) {
      const { productType, valueExclCents } = insured;
      const { productSubtype, brand, model } = insured.description;
      hidden.push({
        id: productId,
        worldId: world.id,
        uid: productId,
        productType,
        title: `${brand} ${model}`,
        description: null,
        data: { product_subtype: productSubtype, brand, model },
        purchasedDate: null,
        valueExclCents,
        hidden: true,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      });
    }
    return {
      cpid: newId("cpid"),
      productId,
      productType: insured.productType,
      productSubtype: insured.productSubtype,
      valueExclCents: insured.valueExclCents,
      status: "open",
      startDate: period.startDate,
      endDate: period.endDate,
      data,
      priceCents: 0,
      replacedBy: null,
      endReason: null,
    };
  });
  return {
    products,
    hidden,
    writeFirst: async (tx) => {
      if (hidden.length > 0) await tx.execute(insertOf(catalogue, hidden));
    },
  };
}

/** An ended or terminating contract drops its renewal, and a moved end reschedules it (rules/renewals.md#change-4). */
async function followContracts(
  tx: Transaction,
  revisions: readonly { before: Contract & { cid: string }; after: Contract }[],
): Promise<void> {
  const rows = revisions
    .filter(({ before, after }) => isOver(after) || before.endDate.getTime() !== after.endDate.getTime())
    .map(({ before, after }) => {
      const { renewalScheduledFor, notificationScheduledFor } = scheduleFor(after.endDate, after);
      return {
        cid: before.cid,
        renewal_scheduled_for: renewalScheduledFor,
        notification_scheduled_for: notificationScheduledFor,
        dropped_at: isOver(after) ? after.updatedAt : null,
        updated_at: after.updatedAt,
      };
    });
  if (rows.length === 0) return;
  await tx.execute(sql`
    update ${automaticRenewals} a set
      renewal_scheduled_for = case when r.dropped_at is null then r.renewal_scheduled_for else a.renewal_scheduled_for end,
      notification_scheduled_for = case when r.dropped_at is null then r.notification_scheduled_for else a.notification_scheduled_for end,
      notified_at = case when r.dropped_at is null then null else a.notified_at end, dropped_at = r.dropped_at, updated_at = r.updated_at
    from json_populate_recordset(null::${automaticRenewals}, ${JSON.stringify(rows)}::json) r
    where a.cid = r.cid and a.applied_at is null and a.dropped_at is null`);
}

function isOver(contract: Contract): boolean {
  return contract.status !== "open" || contract.terminationPlanned;
}
