import type { ApiContext } from "#lib/context.ts";
import { changeContract } from "#lib/contracts/change.ts";
import { findReferenced } from "#lib/contracts/find-referenced.ts";
import { withoutUnchanged } from "#lib/contracts/rules/amend-unchanged.ts";
import { applyAmendment, decideAmendment, mergeParties } from "#lib/contracts/rules/amend.ts";
import { referencesOf } from "#lib/contracts/rules/references.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import { serializeContract } from "#lib/contracts/serialize.ts";
import { cityFinder } from "#lib/geo/rules/finder.ts";
import { newId } from "#lib/ids.ts";

/** Changes dates, parties or product entries of a contract (partner-api.md § Contracts, resolutions.md § 3, Update). */
export function amend(ctx: ApiContext, cid: string, sent: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  return changeContract(ctx, cid, preview, async (contract) => {
    const body = withoutUnchanged(serializeContract(contract), sent);
    const { cities } = await findReferenced(ctx.world, referencesOf(mergeParties(contract, body)), ctx.now);
    const amendment = decideAmendment(contract, body, { now: ctx.now, partner: ctx.partner, cities: cityFinder(cities) });
    if (!amendment.changed) return null;
    const newCpids = new Map(amendment.replacements.map(({ cpid }) => [cpid, newId("cpid")]));
    return { contract: applyAmendment(contract, amendment, newCpids), event: "v2.contract.updated" };
  });
}
