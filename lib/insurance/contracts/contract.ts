import type { contractProducts, contracts } from "#db/schema/contracts.ts";
import type { ProductSubtype } from "#lib/insurance/catalogue/catalogue.ts";
import type { WireContract, WireCreatedContract } from "#lib/insurance/contracts/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

/** Never edited in place: a new entry replaces an amended product. */
export type ContractProduct = Omit<typeof contractProducts.$inferSelect, "cid"> & {
  /** The subtype of the product, which never changes; null in a preview that left it out. */
  productSubtype: ProductSubtype | null;
};

export interface Contract
  extends Omit<typeof contracts.$inferSelect, "cid" | "worldId" | "dueAt" | "revision" | "erasedAt" | "timeZone">, LocalCalendar {
  /** Null for a preview. */
  cid: string | null;
  products: ContractProduct[];
}

/** The contract as the API answers it (rules/contracts.md#read-3). */
export function serializeContract(contract: Contract): WireContract {
  if (contract.cid === null) throw new Error("a contract without a cid is a preview");
  const { cid: _none, ...fields } = serializePreview(contract);
  return { cid: contract.cid, ...fields };
}

/** Serializes a preview, which has no `cid` (rules/contracts.md#preview-2). */
export function serializePreview(contract: Contract): WireCreatedContract {
  const cents = contract.products.reduce((sum, product) => sum + product.priceCents, 0);
  return {
    uid: contract.uid,
    created_date: contract.createdAt.toISOString(),
    updated_date: contract.updatedAt.toISOString(),
    start_date: contract.startDate.toISOString(),
    end_date: contract.endDate.toISOString(),
    status: contract.status,
    contract_type: contract.contractType,
    ...(contract.company === null ? {} : { company: contract.company }),
    ...(contract.individual === null ? {} : { individual: contract.individual }),
    test: contract.test,
    products: Object.fromEntries(contract.products.map((product) => [product.cpid, serializeProduct(product)])),
    options: contract.options,
    price: eurosFromCents(cents),
  };
}

function serializeProduct(product: ContractProduct): WireContract["products"][string] {
  return {
    product_id: product.productId,
    start_date: product.startDate.toISOString(),
    end_date: product.endDate.toISOString(),
    status: product.status,
    data: product.data,
    price: eurosFromCents(product.priceCents),
    ...(product.replacedBy === null ? {} : { replaced_by: product.replacedBy }),
  };
}
