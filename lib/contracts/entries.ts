import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { products as catalogue } from "#db/schema/products.ts";
import type { World } from "#lib/context.ts";
import type { ContractProduct } from "#lib/contracts/contract.ts";
import type { NewProduct } from "#lib/contracts/rules/basket.ts";
import type { Period } from "#lib/contracts/rules/period.ts";
import { newId } from "#lib/ids.ts";

/** Entries that are to join a contract, still without a price, and the catalogue entries of those described inline. */
export interface NewEntries {
  products: ContractProduct[];
  /** Writes the hidden catalogue entries (resolutions.md § 3, Create); before the contract's own rows. */
  writeFirst: (tx: Transaction) => Promise<void>;
}

/** Gives new products of a contract their identifiers. */
export function makeEntries(world: World, added: readonly NewProduct[], period: Period, now: Date): NewEntries {
  const hidden: object[] = [];
  const products = added.map(({ insured, data }): ContractProduct => {
    const productId = insured.source === "catalogue" ? insured.productId : newId("prod");
    // A preview may be of a product that nothing more is known of; nothing is written for it.
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
