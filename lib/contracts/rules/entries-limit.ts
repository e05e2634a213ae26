import type { Contract } from "#lib/contracts/contract.ts";
import { entriesLimit } from "#lib/contracts/requests.ts";
import { ApiError } from "#lib/errors.ts";

/** Refuses more entries than a contract may have (1221): they are read and answered with it, past ones too. */
export function assertCapacity({ products }: Contract, added: number): void {
  const entries = products.length + added;
  if (added === 0 || entries <= entriesLimit) return;
  throw new ApiError(
    "PRODUCTS_INVALID",
    `products: the contract would have ${entries} entries, those replaced or ended included; it takes at most ${entriesLimit}: insure more under another contract`,
  );
}
