import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { erasePerson, planErasure } from "#lib/developer/erasure/erase-person.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields } from "#scripts/admin/text.ts";

export interface ErasureOptions {
  email?: string;
  phone?: string;
  name?: string;
  contract?: string[];
  reason: string;
  yes: boolean;
}

/** Erases the data of a person, or without `yes` lists where it is. */
export async function erase(ctx: OperatorContext, { contract, reason, yes, ...request }: ErasureOptions): Promise<Answer> {
  const wanted = { ...request, contracts: contract };
  const plan = yes ? await erasePerson(ctx, wanted, reason) : await planErasure(ctx, wanted);
  const { contracts, claims, renters, users, traces, hindrances } = plan;
  const isNothing =
    [contracts, claims, renters, users].every((ids) => ids.length === 0) && Object.values(traces).every((count) => count === 0);
  const news = isNothing ? "There is nothing to erase." : yes ? "Erased." : "Nothing was erased yet. With --yes this is:";
  const summary = fields({
    contracts,
    "claims, with their documents": claims,
    "contacts of renters": renters,
    users,
    "products of other contracts": traces.products,
    "logged calls": traces.calls,
    "stored answers": traces.answers,
    "audit entries": traces.auditEntries,
    ...(hindrances.length > 0 && { "stands in the way": hindrances }),
  });
  return { data: { erased: yes, ...plan }, text: isNothing ? news : `${news}\n${summary}` };
}
