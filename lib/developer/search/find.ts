import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import { findPageById } from "#lib/account/search/find-by-id.ts";
import { cutTo, findThings } from "#lib/account/search/find-things.ts";
import type { FoundThing } from "#lib/account/search/find-things.ts";
import { withoutTitles } from "#lib/account/search/find.ts";
import { findTrafficThings } from "#lib/account/search/traffic.ts";
import type { FoundTraffic } from "#lib/account/search/traffic.ts";
import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";
import { namedIn } from "#lib/developer/calls/list.ts";
import { lookUp } from "#lib/developer/console/look-up.ts";
import type { Finding } from "#lib/developer/console/look-up.ts";
import { beginsWords } from "#lib/developer/search/rules/words.ts";
import type { FoundItem, FoundKind } from "#lib/developer/search/schema.ts";
import { typedMonth } from "#lib/developer/search/typed-dates.ts";
import { findFirstMonth } from "#lib/insurance/statements/close.ts";
import { findFirstMonthOfAll } from "#lib/insurance/statements/overview.ts";
import { isAmongMonths, monthOf } from "#lib/insurance/statements/rules/months.ts";
import { environments } from "#lib/platform/environments.ts";
import { containsTyped } from "#lib/platform/lists/folded.ts";

const maxOfKind = 4;
const maxInLookUp = 20;

/**
 * Finds things by identifier or number in both environments of the partner, the statement of a month, then what contains the text in this
 * environment, each kind newest first, and webhooks by the words of their names.
 */
export async function findForPartner(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const root = `/${ctx.world.environment}`;
  const [isDeveloper, isMember] = [isAmong("developer", ctx.user.role), isAmong("member", ctx.user.role)];
  const [byId, statements, webhooks, things, traffic] = await Promise.all([
    findById(ctx, term),
    isMember ? findStatements(ctx, term, ctx.world) : [],
    isDeveloper ? listWebhooks(ctx) : [],
    isMember ? findThings(term, ctx.world.id, maxOfKind) : [],
    isDeveloper ? findTrafficThings(term, ctx.world.id, maxOfKind, namedIn(term)) : [],
  ]);
  const named = webhooks.filter(({ id, name }) => beginsWords(term, `${name} ${id}`));
  const containing = [
    ...cutTo(
      maxOfKind,
      named.map(({ id, name }): FoundItem => ({ kind: "webhooks", title: name, hint: id, href: `${root}/webhooks/${id}` })),
    ),
    ...[...things, ...traffic].map((thing) => itemOf(thing, thing.hint, `${root}/${thing.kind}/${encodeURIComponent(thing.id)}`)),
  ];
  const first = byId.map((item): FoundItem => {
    const { hint = "", status, cover } = containing.find(({ href }) => href === item.href) ?? {};
    return { ...item, hint, ...(status !== undefined && { status }), ...(cover !== undefined && { cover }) };
  });
  return [...first, ...statements, ...containing.filter(({ href }) => byId.every((item) => item.href !== href))];
}

const kindsById = ["contracts", "claims", "products", "renewals", "renters", "webhooks", "events", "calls", "deliveries", "keys"] as const;

/** A claim's number is also found without its letters. */
async function findById(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  for (const title of /^\d{4,}$/.test(term) ? [`CLM-${term}`, term] : [term]) {
    const href = await findPageById(ctx, title);
    const [, first, folder] = href?.split("/") ?? [];
    const environment = environments.find((each) => each === first);
    const kind = kindsById.find((each) => each === folder);
    if (href !== undefined && environment !== undefined && kind !== undefined) return [{ kind, title, hint: "", environment, href }];
  }
  return [];
}

function itemOf({ kind, title, hasMore, field, ...thing }: FoundThing | FoundTraffic, hint: string, href: string): FoundItem {
  const { status, cover } = { cover: null, ...thing };
  return {
    ...{ kind, title, hint, href },
    ...(status !== null && { status }),
    ...(cover !== null && { cover }),
    ...(hasMore && { hasMore }),
    ...(field !== null && { field }),
  };
}

/** Finds things by identifier, number or e-mail, then what contains the text. Handlers are led to the look-up, which shows more. */
export async function findForStaff(ctx: ConsoleContext, term: string, { isLong = false } = {}): Promise<FoundItem[]> {
  const most = isLong ? maxInLookUp : maxOfKind;
  const isSupport = isAmong("support", ctx.user.role);
  const [findings, statements, people, things, traffic] = await Promise.all([
    lookUp(ctx, term),
    isSupport ? findStatements(ctx, term) : [],
    isSupport ? findPeople(withoutTitles(term)) : [],
    findThings(term, "everywhere", most),
    findTrafficThings(term, "everywhere", most),
  ]);
  const exact = findings.map((finding) => itemOfFinding(finding, isSupport));
  const containing = [...things, ...traffic].map((thing): FoundItem => {
    const hint = [thing.hint, thing.partner].filter((text) => text !== "").join(" · ");
    const { environment } = thing;
    return { ...itemOf(thing, hint, pageOf(thing.kind, thing.id, isSupport)), ...(environment !== null && { environment }) };
  });
  const others = [...cutTo(most, people), ...containing];
  return [...exact, ...statements, ...others.filter(({ href, title }) => exact.every((one) => one.href !== href || one.title !== title))];
}

function pageOf(kind: FoundKind, id: string, isSupport: boolean): string {
  if (kind === "claims") return `/support/claims/${id}`;
  if (kind === "contracts") return `/support/contracts?${new URLSearchParams({ cid: id })}`;
  if ((kind === "renters" || kind === "partners") && isSupport) return `/support/${kind}/${encodeURIComponent(id)}`;
  return `/support/lookup?${new URLSearchParams({ q: id })}`;
}

/** The people of partners whose name, address or partner has each word. */
async function findPeople(term: string): Promise<FoundItem[]> {
  const isNamed = term.split(/\s+/).map((word) => containsTyped(["u.name", "u.email"], word));
  const rows = await db.execute<{ name: string; email: string; partnerId: string; partner: string }>(sql`
    select u.name, u.email, p.id as "partnerId", p.name as partner from users u join partners p on p.id = u.partner_id
    where ${sql.join(isNamed, sql` and `)} order by u.name limit ${maxInLookUp + 1}`);
  return rows
    .filter(({ name, email }) => beginsWords(term, `${name} ${email}`))
    .map(({ name, email, partnerId, partner }) => {
      return { kind: "people", title: name, hint: `${partner} · ${email}`, href: `/support/partners/${partnerId}?tab=users` };
    });
}

function itemOfFinding(finding: Finding, isSupport: boolean): FoundItem {
  const { found } = finding;
  const owner = "owner" in found ? { hint: found.owner.partnerName, environment: found.owner.environment } : { hint: "" };
  const item = (kind: FoundKind, id: string, facts: Partial<FoundItem> = {}): FoundItem => {
    return { kind, title: id, href: pageOf(kind, id, isSupport), ...owner, ...facts };
  };
  switch (finding.kind) {
    case "claim":
      return item("claims", finding.found.id, { title: finding.found.claimId ?? finding.found.id, status: finding.found.status });
    case "contract": {
      const { cid, status, startDate, endDate } = finding.found;
      return item("contracts", cid, { status, cover: [startDate.toISOString(), endDate.toISOString()] });
    }
    case "product":
      return item("products", finding.found.id, { hint: finding.found.title });
    case "renewal":
      return item("renewals", finding.found.arid, { status: finding.found.state });
    case "call":
      return item("calls", finding.found.executionId);
    case "delivery":
      return item("deliveries", finding.found.id, { status: finding.found.status });
    case "event":
      return item("events", finding.found.id);
    case "webhook":
      return item("webhooks", finding.found.id);
    case "key":
      return item("keys", finding.found.id, { hint: finding.found.preview });
    case "partner":
      return item("partners", finding.found.id, { title: finding.found.name, hint: finding.found.id });
    case "user": {
      const { id, name, email, partner } = finding.found;
      const href = isSupport && partner !== null ? `/support/partners/${partner.id}?tab=users` : pageOf("people", id, isSupport);
      return item("people", id, { title: name, hint: email, href });
    }
    case "renter":
      return item("renters", finding.found.uid, { title: finding.found.company, hint: finding.found.uid });
  }
}

/** The statement of the month, or with the number, that is typed: of a partner's world, or for support of all partners (rules/search.md#palette-3). */
async function findStatements({ now }: { now: Date }, term: string, world?: PartnerContext["world"]): Promise<FoundItem[]> {
  const newest = monthOf(now);
  const typed = typedMonth(term, newest);
  if (typed === undefined) return [];
  const { month, title, hash } = typed;
  const first = await (world === undefined ? findFirstMonthOfAll() : findFirstMonth(world.id));
  if (first === undefined || !isAmongMonths(month, first, newest)) return [];
  const item =
    world === undefined
      ? { kind: "statements" as const, title, hint: "", href: `/support/statements/${month}` }
      : { kind: "statements" as const, title, hint: "", environment: world.environment, href: `/${world.environment}/statements/${month}` };
  if (hash === undefined) return [item];
  const closed = await pool<{ worldId: number; partnerId: string; name: string }[]>`
    select w.id as "worldId", p.id as "partnerId", p.name from statements s join worlds w on w.id = s.world_id join partners p on p.id = w.partner_id
    where s.month = ${month} and starts_with(s.sha256, ${hash})`;
  if (world !== undefined) return closed.some(({ worldId }) => worldId === world.id) ? [item] : [];
  return closed.map(({ partnerId, name }) => ({ ...item, hint: name, href: `${item.href}/${partnerId}` }));
}
