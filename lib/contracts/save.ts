import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { contractProducts, contracts } from "#db/schema/contracts.ts";
import { products as catalogue } from "#db/schema/products.ts";
import type { World } from "#lib/context.ts";
import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import type { ExistingContract } from "#lib/contracts/find.ts";
import type { NewProduct } from "#lib/contracts/rules/basket.ts";
import { dueAtOf } from "#lib/contracts/rules/due.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import { newId } from "#lib/ids.ts";
import { followContracts } from "#lib/renewals/follow.ts";
import { insertPremiums } from "#lib/statements/ledger.ts";

export type NewlyMade = Contract & { cid: string; worldId: number };

export interface Revision {
  before: ExistingContract;
  after: Contract;
}

/** Writes new contracts, or renewed ones, with their products and the entries of the premium ledger. */
export async function insertContracts(tx: Transaction, made: readonly NewlyMade[], kind: "created" | "renewed" = "created"): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map((contract) => ({
    ...mutableColumns(contract),
    cid: contract.cid,
    world_id: contract.worldId,
    uid: contract.uid,
    contract_type: contract.contractType,
    test: contract.test,
    tariff_id: contract.tariffId,
    created_at: contract.createdAt,
    revision: 1,
    source: contract.source,
  }));
  const entries = made.flatMap(({ cid, products }) => products.map((product) => ({ cid, product })));
  const premiums = insertPremiums(
    made.map((contract) => ({ worldId: contract.worldId, before: null, after: contract })),
    kind,
  );
  // One statement, since foreign keys are checked at its end.
  await tx.execute(sql`
    with made as (insert into ${contracts} select * from json_populate_recordset(null::${contracts}, ${JSON.stringify(rows)}::json))
      ${premiums === null ? sql`` : sql`, premiums as (${premiums})`}
    ${insertProducts(entries)}`);
}

/** True where a product was deleted between its look-up and this write, as starting over does: the decision is to be made again. */
export function lacksProduct(error: unknown): boolean {
  return violatesConstraint(error, "contract_products_product_id_products_id_fk");
}

/** Writes contracts under the revisions that the rule saw, with their renewals and premiums. False where another writer was first: roll back. */
export async function reviseContracts(tx: Transaction, revisions: readonly Revision[]): Promise<boolean> {
  if (revisions.length === 0) return true;
  const rows = revisions.map(({ before, after }) => ({ ...mutableColumns(after), cid: before.cid, revision: before.revision }));
  const written = await tx.execute(sql`
    update ${contracts} c set status = r.status, start_date = r.start_date, end_date = r.end_date, due_at = r.due_at, options = r.options, company = r.company,
      individual = r.individual, termination_planned = r.termination_planned, end_reason = r.end_reason, ended_at = r.ended_at,
      updated_at = r.updated_at, revision = r.revision + 1
    from json_populate_recordset(null::${contracts}, ${JSON.stringify(rows)}::json) r
    where c.cid = r.cid and c.revision = r.revision
    returning c.cid`);
  if (written.length < revisions.length) return false;
  const entries = revisions.flatMap(({ before, after }) => changedProducts(before, after).map((product) => ({ cid: before.cid, product })));
  const premiums = insertPremiums(
    revisions.map(({ before, after }) => ({ worldId: before.worldId, before, after: { ...after, cid: before.cid } })),
  );
  if (entries.length > 0) {
    await tx.execute(sql`${premiums === null ? sql`` : sql`with premiums as (${premiums})`} ${insertProducts(entries)}`);
  }
  await followContracts(tx, revisions);
  return true;
}

function changedProducts(before: ExistingContract, after: Contract): ContractProduct[] {
  const earlier = new Map(before.products.map((product) => [product.cpid, product]));
  return after.products.filter((product) => !isDeepStrictEqual(product, earlier.get(product.cpid)));
}

function mutableColumns(contract: Contract): Record<string, unknown> {
  return {
    status: contract.status,
    start_date: contract.startDate,
    end_date: contract.endDate,
    due_at: dueAtOf(contract),
    options: contract.options,
    company: contract.company,
    individual: contract.individual,
    termination_planned: contract.terminationPlanned,
    end_reason: contract.endReason,
    ended_at: contract.endedAt,
    updated_at: contract.updatedAt,
  };
}

/** Inserts new entries, and updates of existing ones only what an ending or a move may change. */
function insertProducts(entries: readonly { cid: string; product: ContractProduct }[]): SQL {
  const rows = entries.map(({ cid, product }) => ({
    cpid: product.cpid,
    cid,
    product_id: product.productId,
    product_type: product.productType,
    value_excl_cents: product.valueExclCents,
    status: product.status,
    start_date: product.startDate,
    end_date: product.endDate,
    data: product.data,
    price_cents: product.priceCents,
    replaced_by: product.replacedBy,
    end_reason: product.endReason,
  }));
  return sql`
    insert into ${contractProducts}
    select * from json_populate_recordset(null::${contractProducts}, ${JSON.stringify(rows)}::json)
    on conflict (cpid) do update set status = excluded.status, start_date = excluded.start_date, end_date = excluded.end_date,
      price_cents = excluded.price_cents, replaced_by = excluded.replaced_by, end_reason = excluded.end_reason`;
}

export interface NewEntries {
  products: ContractProduct[];
  /** Writes the hidden catalogue entries, before the contract's own rows (resolutions.md § 3, Create). */
  writeFirst: (tx: Transaction) => Promise<void>;
}

export function makeEntries(world: World, added: readonly NewProduct[], period: Period, now: Date): NewEntries {
  const hidden: object[] = [];
  const products = added.map(({ insured, data }): ContractProduct => {
    const productId = insured.source === "catalogue" ? insured.productId : newId("prod");
    // In a preview the description may be missing; then nothing is written.
    if (insured.source === "inline" && insured.description !== undefined) {
      const { productType, valueExclCents } = insured;
      const { productSubtype, brand, model } = insured.description;
      hidden.push({
        id: productId,
        world_id: world.id,
        uid: productId,
        product_type: productType,
        title: `${brand} ${model}`,
        data: { product_subtype: productSubtype, brand, model },
        value_excl_cents: valueExclCents,
        hidden: true,
        created_at: now,
        updated_at: now,
      });
    }
    return {
      cpid: newId("cpid"),
      productId,
      productType: insured.productType,
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
    writeFirst: async (tx) => {
      if (hidden.length === 0) return;
      await tx.execute(sql`
        insert into ${catalogue} select * from json_populate_recordset(null::${catalogue}, ${JSON.stringify(hidden)}::json)`);
    },
  };
}
