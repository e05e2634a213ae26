import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import { findThings } from "#lib/account/search/find-things.ts";
import type { FoundThing } from "#lib/account/search/find-things.ts";
import { entryKinds } from "#lib/account/search/find.ts";
import { withoutTitles } from "#lib/account/search/without-titles.ts";
import type { ConsoleContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { lookUp } from "#lib/developer/console/look-up.ts";
import type { Finding } from "#lib/developer/console/look-up.ts";
import { findStatementForSupport } from "#lib/developer/search/find-statements.ts";
import { findTrafficThings } from "#lib/developer/search/find-traffic.ts";
import type { FoundTraffic } from "#lib/developer/search/find-traffic.ts";
import { rank, searchesFor } from "#lib/developer/search/rules/words.ts";
import { distinct, factsOf, firstOf, itemOf } from "#lib/developer/search/schema.ts";
import type { FoundItem, FoundKind } from "#lib/developer/search/schema.ts";
import { containsTyped } from "#lib/platform/lists/folded.ts";

const maxOfKind = 4;
/** In the look-up. */
const maxInLookUp = 20;

/** Finds things by identifier, number or e-mail, then what contains the text. Handlers are led to the look-up. */
export async function findForStaff(ctx: ConsoleContext, term: string, { isLong = false } = {}): Promise<FoundItem[]> {
  const most = isLong ? maxInLookUp : maxOfKind;
  const isSupport = isAmong("support", ctx.user.role);
  const name = withoutTitles(term);
  const [findings, statements, people, { things }, traffic] = await Promise.all([
    lookUp(ctx, term),
    isSupport ? findStatementForSupport(ctx, term) : [],
    isSupport ? Promise.all(searchesFor(name).map(findPeople)) : [],
    findThings(
      entryKinds.filter((kind) => kind !== "calls"),
      term,
      "everywhere",
      most,
    ),
    findTrafficThings(term, "everywhere", most),
  ]);
  const exact = findings.map((finding) => entryOf(finding, isSupport));
  const named = firstOf(
    rank(name, distinct(people.flat()), ({ title, hint }) => ({ text: title, hint })),
    most,
  );
  const containing = [...things, ...traffic].map((thing) => entryOfThing(thing, isSupport));
  return [
    ...exact,
    ...statements,
    ...[...named, ...containing].filter(({ href, title }) => exact.every((one) => one.href !== href || one.title !== title)),
  ];
}

function entryOfThing(thing: FoundThing | FoundTraffic, isSupport: boolean): FoundItem {
  const { kind, id, field, partner, environment } = thing;
  const facts = factsOf(thing);
  const hint = [facts.hint, partner].filter((text) => text !== "").join(" · ");
  return itemOf({ ...facts, hint, ...(environment !== null && { environment }), href: pageOf(kind, id, isSupport) }, field);
}

function pageOf(kind: FoundKind, id: string, isSupport: boolean): string {
  if (kind === "claims") return `/support/claims/${id}`;
  if (kind === "contracts") return `/support/contracts?${new URLSearchParams({ cid: id })}`;
  if (kind === "renters" && isSupport) return `/support/renters/${encodeURIComponent(id)}`;
  return `/support/lookup?${new URLSearchParams({ q: id })}`;
}

async function findPeople(search: string): Promise<FoundItem[]> {
  const rows = await db.execute<{ name: string; email: string; partnerId: string; partner: string }>(sql`
    select u.name, u.email, p.id as "partnerId", p.name as partner from users u join partners p on p.id = u.partner_id
    where ${containsTyped(["u.name", "u.email"], search)} order by u.name limit ${maxInLookUp + 1}`);
  return rows.map(({ name, email, partnerId, partner }) => ({
    kind: "people",
    title: name,
    hint: `${partner} · ${email}`,
    href: `/support/partners/${partnerId}?tab=users`,
  }));
}

function inLookUp(kind: FoundKind, id: string, facts: string | Pick<FoundItem, "hint" | "environment">): FoundItem {
  return {
    kind,
    title: id,
    ...(typeof facts === "string" ? { hint: facts } : facts),
    href: `/support/lookup?${new URLSearchParams({ q: id })}`,
  };
}

function ownerOf({ partnerName, environment }: Owner): Pick<FoundItem, "hint" | "environment"> {
  return { hint: partnerName, environment };
}

function entryOf(finding: Finding, isSupport: boolean): FoundItem {
  switch (finding.kind) {
    case "claim": {
      const { id, claimId, owner, status } = finding.found;
      return { kind: "claims", title: claimId ?? id, ...ownerOf(owner), status, href: `/support/claims/${id}` };
    }
    case "contract":
      return {
        kind: "contracts",
        title: finding.found.cid,
        ...ownerOf(finding.found.owner),
        status: finding.found.status,
        cover: [finding.found.startDate.toISOString(), finding.found.endDate.toISOString()],
        href: `/support/contracts?${new URLSearchParams({ cid: finding.found.cid })}`,
      };
    case "product":
      return inLookUp("products", finding.found.id, finding.found.title);
    case "renewal":
      return { ...inLookUp("renewals", finding.found.arid, ownerOf(finding.found.owner)), status: finding.found.state };
    case "call":
      return inLookUp("calls", finding.found.executionId, ownerOf(finding.found.owner));
    case "delivery":
      return { ...inLookUp("deliveries", finding.found.id, ownerOf(finding.found.owner)), status: finding.found.status };
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
