import type { ApiContext } from "#lib/context.ts";
import { changeContract } from "#lib/contracts/change.ts";
import { makeEntries } from "#lib/contracts/entries.ts";
import { findReferenced } from "#lib/contracts/find-referenced.ts";
import { decideAddition } from "#lib/contracts/rules/amend-addition.ts";
import { referencesOf } from "#lib/contracts/rules/references.ts";
import type { WireContract } from "#lib/contracts/schema.ts";

/** Insures more products under a contract (partner-api.md § Contracts, resolutions.md § 3, Products of a contract). */
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
