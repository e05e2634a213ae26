import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import type { ConsoleContext } from "#lib/account/users/contexts.ts";
import { asSupport } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { lookUp } from "#lib/developer/console/look-up.ts";
import type { Finding } from "#lib/developer/console/look-up.ts";
import { rank, searchesFor } from "#lib/developer/search/rules/words.ts";
import { distinct, foundKinds } from "#lib/developer/search/schema.ts";
import type { FoundItem, FoundKind } from "#lib/developer/search/schema.ts";
import { listForSupport as listRenters } from "#lib/insurance/renters/list.ts";
import { containsTyped } from "#lib/platform/lists/folded.ts";

const maxOfKind = 4;

/** Finds things by identifier, number or e-mail, then partners, rental companies and people by name. Handlers are led to the look-up. */
export async function findForStaff(ctx: ConsoleContext, term: string): Promise<FoundItem[]> {
  const isSupport = isAmong("support", ctx.user.role);
  const findings = (await lookUp(ctx, /^\d{4,}$/.test(term) ? `CLM-${term}` : term)).map((finding) => entryOf(finding, isSupport));
  const searches = isSupport ? searchesFor(term) : [];
  const lists = await Promise.all(searches.flatMap((search) => [findRenters(asSupport(ctx), search), findPeople(search)]));
  const entries = distinct(lists.flat());
  const byName = (kind: FoundKind) => rank(term, entries, ({ title, hint }) => ({ text: title, hint })).filter((one) => one.kind === kind);
  const named = foundKinds.flatMap((kind) => byName(kind).slice(0, maxOfKind));
  return [...findings, ...named.filter(({ href, title }) => findings.every((one) => one.href !== href || one.title !== title))];
}

async function findRenters(ctx: ContextOf["support"], search: string): Promise<FoundItem[]> {
  const { rows } = await listRenters(ctx, { search, limit: 20 });
  return rows.map(({ uid, company }) => ({
    kind: "renters",
    title: company,
    hint: uid,
    href: `/support/renters/${encodeURIComponent(uid)}`,
  }));
}

async function findPeople(search: string): Promise<FoundItem[]> {
  const rows = await db.execute<{ name: string; email: string; partnerId: string; partner: string }>(sql`
    select u.name, u.email, p.id as "partnerId", p.name as partner from users u join partners p on p.id = u.partner_id
    where ${containsTyped(["u.name", "u.email"], search)} order by u.name limit 20`);
  return rows.map(({ name, email, partnerId, partner }) => ({
    kind: "people",
    title: name,
    hint: `${partner} · ${email}`,
    href: `/support/partners/${partnerId}?tab=users`,
  }));
}

function inLookUp(kind: FoundKind, id: string, hint: string): FoundItem {
  return { kind, title: id, hint, href: `/support/lookup?${new URLSearchParams({ q: id })}` };
}

function ownerOf({ partnerName, environment }: Owner): string {
  return `${partnerName} · ${environment}`;
}

function entryOf(finding: Finding, isSupport: boolean): FoundItem {
  switch (finding.kind) {
    case "claim": {
      const { id, claimId, owner } = finding.found;
      return { kind: "claims", title: claimId ?? id, hint: ownerOf(owner), href: `/support/claims/${id}` };
    }
    case "contract":
      return inLookUp("contracts", finding.found.cid, ownerOf(finding.found.owner));
    case "product":
      return inLookUp("products", finding.found.id, finding.found.title);
    case "renewal":
      return inLookUp("renewals", finding.found.arid, ownerOf(finding.found.owner));
    case "call":
      return inLookUp("calls", finding.found.executionId, ownerOf(finding.found.owner));
    case "delivery":
      return inLookUp("deliveries", finding.found.id, ownerOf(finding.found.owner));
    case "event":
      return inLookUp("events", finding.found.id, ownerOf(finding.found.owner));
    case "webhook":
      return inLookUp("webhooks", finding.found.id, ownerOf(finding.found.owner));
    case "key":
      return inLookUp("keys", finding.found.id, finding.found.preview);
    case "partner": {
      const { id, name } = finding.found;
      return isSupport ? { kind: "partners", title: name, hint: id, href: `/support/partners/${id}` } : inLookUp("partners", id, name);
    }
    case "user": {
      const { id, name, email, partner } = finding.found;
      if (!isSupport || partner === null) return inLookUp("people", id, name);
      return { kind: "people", title: name, hint: email, href: `/support/partners/${partner.id}?tab=users` };
    }
    case "renter": {
      const { uid, company } = finding.found;
      const href = `/support/renters/${encodeURIComponent(uid)}`;
      return isSupport ? { kind: "renters", title: company, hint: uid, href } : inLookUp("renters", uid, company);
    }
  }
}
