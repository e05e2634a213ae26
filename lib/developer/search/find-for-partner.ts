import { findPage } from "#lib/account/partners/find-page.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";
import { rank, searchesFor } from "#lib/developer/search/rules/words.ts";
import { distinct, foundKinds } from "#lib/developer/search/schema.ts";
import type { FoundItem } from "#lib/developer/search/schema.ts";
import { listForPortal as listProducts } from "#lib/insurance/products/list.ts";
import { listAttached } from "#lib/insurance/renters/list.ts";

const maxOfKind = 4;

/** Finds things by identifier or number in both environments of the partner, then by name in this environment. */
export async function findForPartner(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const [byId, byName] = await Promise.all([findById(ctx, term), findByName(ctx, term)]);
  return [...byId, ...byName.filter(({ href }) => byId.every((item) => item.href !== href))];
}

/** A claim's number is also found without its letters. */
async function findById(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const forms = /^\d{4,}$/.test(term) ? [`CLM-${term}`, term] : [term];
  for (const form of forms) {
    const href = await findPage(ctx, form);
    const [, environment = "", folder] = href?.split("/") ?? [];
    const kind = foundKinds.find((each) => each === folder);
    if (href !== undefined && kind !== undefined) return [{ kind, title: form, hint: environment, href }];
  }
  return [];
}

async function findByName(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const root = `/${ctx.world.environment}`;
  const pages = searchesFor(term).map((search) => ({ search, limit: 20, before: undefined, after: undefined }));
  const [renters, products, webhooks] = await Promise.all([
    Promise.all(pages.map((page) => listAttached(ctx, page))),
    Promise.all(pages.map((page) => listProducts(ctx, page))),
    isAmong("owner", ctx.user.role) ? listWebhooks(ctx) : [],
  ]);
  const all: FoundItem[] = [
    ...renters
      .flatMap(({ rows }) => rows)
      .map(({ uid, company }): FoundItem => ({
        kind: "renters",
        title: company,
        hint: uid,
        href: `${root}/renters/${encodeURIComponent(uid)}`,
      })),
    ...products
      .flatMap(({ rows }) => rows)
      .map(({ id, title, uid }): FoundItem => ({ kind: "products", title, hint: uid, href: `${root}/products/${id}` })),
    ...webhooks.map(({ id, name }): FoundItem => ({ kind: "webhooks", title: name, hint: id, href: `${root}/webhooks/${id}` })),
  ];
  const fitting = rank(term, distinct(all), ({ title, hint }) => ({ text: title, hint }));
  return foundKinds.flatMap((kind) => fitting.filter((item) => item.kind === kind).slice(0, maxOfKind));
}
