import { findPageById } from "#lib/account/search/find-by-id.ts";
import { findThings } from "#lib/account/search/find-things.ts";
import { entryKinds } from "#lib/account/search/find.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";
import { findStatement } from "#lib/developer/search/find-statements.ts";
import { findTrafficThings } from "#lib/developer/search/find-traffic.ts";
import { rank } from "#lib/developer/search/rules/words.ts";
import { factsOf, firstOf, foundKinds, itemOf } from "#lib/developer/search/schema.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { environments } from "#lib/platform/environments.ts";

const maxOfKind = 4;

/**
 * Finds things by identifier or number in both environments of the partner, the statement of a month, then what contains the text in this
 * environment.
 */
export async function findForPartner(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const [byId, statements, containing] = await Promise.all([findById(ctx, term), findStatement(ctx, term), findContaining(ctx, term)]);
  return [
    ...byId.map((item) => withFacts(item, containing)),
    ...statements,
    ...containing.filter(({ href }) => byId.every((item) => item.href !== href)),
  ];
}

/** Adds what the search by text knows of a thing that was found by its identifier. */
function withFacts(item: FoundItem, containing: readonly FoundItem[]): FoundItem {
  const { hint = "", status, cover } = containing.find(({ href }) => href === item.href) ?? {};
  return { ...item, hint, ...(status !== undefined && { status }), ...(cover !== undefined && { cover }) };
}

/** A claim's number is also found without its letters. */
async function findById(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const forms = /^\d{4,}$/.test(term) ? [`CLM-${term}`, term] : [term];
  for (const form of forms) {
    const href = await findPageById(ctx, form);
    const [, first, folder] = href?.split("/") ?? [];
    const environment = environments.find((each) => each === first);
    const kind = foundKinds.find((each) => each === folder);
    if (href !== undefined && environment !== undefined && kind !== undefined) return [{ kind, title: form, hint: "", environment, href }];
  }
  return [];
}

/** What contains the text in this environment, each kind newest first, and webhooks by the words of their names. */
async function findContaining(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const root = `/${ctx.world.environment}`;
  const isOwner = isAmong("owner", ctx.user.role);
  const [webhooks, { things }, traffic] = await Promise.all([
    isOwner ? listWebhooks(ctx) : [],
    findThings(
      entryKinds.filter((kind) => kind !== "calls"),
      term,
      ctx.world.id,
      maxOfKind,
    ),
    isOwner ? findTrafficThings(term, ctx.world.id, maxOfKind) : [],
  ]);
  const named = webhooks.map(({ id, name }): FoundItem => ({ kind: "webhooks", title: name, hint: id, href: `${root}/webhooks/${id}` }));
  return [
    ...firstOf(
      rank(term, named, ({ title, hint }) => ({ text: title, hint })),
      maxOfKind,
    ),
    ...[...things, ...traffic].map((thing) =>
      itemOf({ ...factsOf(thing), href: `${root}/${thing.kind}/${encodeURIComponent(thing.id)}` }, thing.field),
    ),
  ];
}
