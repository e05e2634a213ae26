import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import { findPageById } from "#lib/account/search/find-by-id.ts";
import { cutTo, findThings } from "#lib/account/search/find-things.ts";
import { withoutTitles } from "#lib/account/search/find.ts";
import { findTrafficThings } from "#lib/account/search/traffic.ts";
import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
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
import type { Environment } from "#lib/platform/environments.ts";
import { containsTyped } from "#lib/platform/lists/folded.ts";

const maxOfKind = 4;
const maxInLookUp = 20;
/** The most named keys that are looked through: of those that work there are 20. */
const maxKeys = 100;

/**
 * Finds things by identifier or number in both environments of the partner, the statement of a month, then what contains the text in this
 * environment, each kind newest first, and webhooks and named keys by the words of their names.
 */
export async function findForPartner(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  const root = `/${ctx.world.environment}`;
  const [isDeveloper, isMember] = [isAmong("developer", ctx.user.role), isAmong("member", ctx.user.role)];
  const [byId, statements, webhooks, keys, things, traffic] = await Promise.all([
    findById(ctx, term),
    isMember ? findStatements(ctx, term, ctx.world) : [],
    isDeveloper ? listWebhooks(ctx) : [],
    isDeveloper ? findKeys(ctx, term) : [],
    isMember ? findThings(term, ctx.world.id, maxOfKind) : [],
    isDeveloper ? findTrafficThings(term, ctx.world.id, maxOfKind, namedIn(term)) : [],
  ]);
  const named = webhooks.filter(({ id, name }) => beginsWords(term, `${name} ${id}`));
  const containing = [
    ...cutTo(
      maxOfKind,
      named.map(({ id, name }): FoundItem => ({ kind: "webhooks", title: name, hint: id, href: `${root}/webhooks/${id}` })),
    ),
    ...cutTo(maxOfKind, keys),
    // All are of this environment.
    ...[...things, ...traffic].map(({ id, partner: _partner, environment: _environment, ...thing }): FoundItem => {
      return { ...thing, href: `${root}/${thing.kind}/${encodeURIComponent(id)}` };
    }),
  ];
  const first = byId.map((item): FoundItem => {
    const { hint = "", status = null, cover = null } = containing.find(({ href }) => href === item.href) ?? {};
    return { ...item, hint, status, cover };
  });
  return [...first, ...statements, ...containing.filter(({ href }) => byId.every((item) => item.href !== href))];
}

async function findKeys({ world }: PartnerContext, term: string): Promise<FoundItem[]> {
  const rows = await pool<{ name: string; preview: string }[]>`
    select name, preview from api_keys where world_id = ${world.id} and name is not null order by created_at desc limit ${maxKeys}`;
  return rows
    .filter(({ name }) => beginsWords(term, name))
    .map(({ name, preview }) => ({ kind: "keys", title: name, hint: `${preview}…`, href: `/${world.environment}/keys` }));
}

/** A claim's number is also found without its letters. */
async function findById(ctx: PartnerContext, term: string): Promise<FoundItem[]> {
  for (const title of /^\d{4,}$/.test(term) ? [`CLM-${term}`, term] : [term]) {
    const page = await findPageById(ctx, title);
    if (page !== undefined) return [{ ...page, title, hint: "" }];
  }
  return [];
}

/** Finds things by identifier, number or e-mail, then what contains the text. Handlers are led to the look-up, which shows more. */
export async function findForStaff(ctx: ConsoleContext, term: string, { isLong = false } = {}): Promise<FoundItem[]> {
  const most = isLong ? maxInLookUp : maxOfKind;
  const isSupport = isAmong("support", ctx.user.role);
  const [findings, statements, people, keys, things, traffic] = await Promise.all([
    lookUp(ctx, term),
    isSupport ? findStatements(ctx, term) : [],
    isSupport ? findPeople(withoutTitles(term)) : [],
    isSupport ? findKeysOfPartners(term) : [],
    findThings(term, "everywhere", most),
    findTrafficThings(term, "everywhere", most),
  ]);
  const exact = findings.map((finding) => itemOfFinding(finding, isSupport));
  const containing = [...things, ...traffic].map(({ id, partner, ...thing }): FoundItem => {
    const hint = [thing.hint, partner].filter((text) => text !== "").join(" · ");
    return { ...thing, hint, href: pageOf(thing.kind, id, isSupport) };
  });
  const others = [...cutTo(most, people), ...cutTo(most, keys), ...containing];
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

/** The keys of all partners whose name has each word, newest first. */
async function findKeysOfPartners(term: string): Promise<FoundItem[]> {
  const isNamed = term.split(/\s+/).map((word) => containsTyped(["k.name"], word));
  const rows = await db.execute<{ id: string; name: string; preview: string; partner: string; environment: Environment }>(sql`
    select k.id, k.name, k.preview, p.name as partner, w.environment
    from api_keys k join worlds w on w.id = k.world_id join partners p on p.id = w.partner_id
    where ${sql.join(isNamed, sql` and `)} order by k.created_at desc limit ${maxInLookUp + 1}`);
  return rows
    .filter(({ name }) => beginsWords(term, name))
    .map(({ id, name, preview, partner, environment }) => {
      return { kind: "keys", title: name, hint: `${partner} · ${preview}…`, environment, href: pageOf("keys", id, true) };
    });
}

type LineOf<Kind extends Finding["kind"]> = (
  found: Extract<Finding, { kind: Kind }>["found"],
) => readonly [kind: FoundKind, id: string, facts?: Partial<FoundItem>];

const lines: { [Kind in Finding["kind"]]: LineOf<Kind> } = {
  claim: ({ id, claimId, status }) => ["claims", id, { title: claimId ?? id, status }],
  contract: ({ cid, status, startDate, endDate }) => [
    "contracts",
    cid,
    { status, cover: [startDate.toISOString(), endDate.toISOString()] },
  ],
  product: ({ id, title }) => ["products", id, { hint: title }],
  renewal: ({ arid, state }) => ["renewals", arid, { status: state }],
  call: ({ executionId }) => ["calls", executionId],
  delivery: ({ id, status }) => ["deliveries", id, { status }],
  event: ({ id }) => ["events", id],
  webhook: ({ id }) => ["webhooks", id],
  key: ({ id, preview }) => ["keys", id, { hint: preview }],
  partner: ({ id, name }) => ["partners", id, { title: name, hint: id }],
  user: ({ id, name, email }) => ["people", id, { title: name, hint: email }],
  renter: ({ uid, company }) => ["renters", uid, { title: company, hint: uid }],
};

function itemOfFinding({ kind, found }: Finding, isSupport: boolean): FoundItem {
  const [folder, id, facts] = (lines[kind] as LineOf<Finding["kind"]>)(found);
  const owner = "owner" in found ? { hint: found.owner.partnerName, environment: found.owner.environment } : { hint: "" };
  const partner = isSupport && "partner" in found ? found.partner : null;
  const href = partner === null ? pageOf(folder, id, isSupport) : `/support/partners/${partner.id}?tab=users`;
  return { kind: folder, title: id, href, ...owner, ...facts };
}

/** The statement of the month, or with the number, that is typed: of a partner's world, or for support of all partners (rules/search.md#palette-3). */
async function findStatements({ now }: { now: Date }, term: string, world?: PartnerContext["world"]): Promise<FoundItem[]> {
  const newest = monthOf(now);
  const typed = typedMonth(term, newest);
  if (typed === undefined) return [];
  const { month, title, hash } = typed;
  const first = await (world === undefined ? findFirstMonthOfAll() : findFirstMonth(world.id));
  if (first === undefined || !isAmongMonths(month, first, newest)) return [];
  const root = world === undefined ? "/support" : `/${world.environment}`;
  const item: FoundItem = { kind: "statements", title, hint: "", href: `${root}/statements/${month}` };
  if (world !== undefined) item.environment = world.environment;
  if (hash === undefined) return [item];
  const closed = await pool<{ worldId: number; partnerId: string; name: string }[]>`
    select w.id as "worldId", p.id as "partnerId", p.name from statements s join worlds w on w.id = s.world_id join partners p on p.id = w.partner_id
    where s.month = ${month} and starts_with(s.sha256, ${hash})`;
  if (world !== undefined) return closed.some(({ worldId }) => worldId === world.id) ? [item] : [];
  return closed.map(({ partnerId, name }) => ({ ...item, hint: name, href: `${item.href}/${partnerId}` }));
}
