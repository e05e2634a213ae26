import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { ownNameOf } from "#db/schema/search.ts";
import type { SearchedTable } from "#db/schema/search.ts";
import {
  anyOf,
  contains,
  contractKeys,
  contractMatches,
  contractsByText,
  contractsOfRenters,
  hasText,
  maxGathered,
  maxObjects,
  most,
  renterUids,
  rowsOf,
  union,
} from "#lib/account/search/contract-sources.ts";
import type { SearchScope } from "#lib/account/search/contract-sources.ts";
import { containsAll, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The kinds of things that a search finds. */
export const searchKinds = ["contracts", "claims", "products", "renewals", "renters", "calls", "events", "deliveries"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Traffic is for owners and staff. */
export const isTraffic = (kind: SearchKind): boolean => kind === "calls" || kind === "events" || kind === "deliveries";

/** Traffic is found through so many of the newest contracts, claims and products (rules/search.md#find-5). */
export const maxSubjects = 100;

function newest(keys: SQL): SQL {
  return sql`select key from (${keys}) found order by key desc ${most(maxSubjects)}`;
}

/** Claims by their own texts, and those of the contracts `by_text` and the rental companies `of_renter`. */
function claimKeys(typed: string, scope: SearchScope): SQL {
  const ofWorld = scope === "everywhere" ? sql`true` : sql`c.world_id = ${scope}`;
  return union([
    sql`select s.id as key from ${rowsOf("claims", typed, scope)} ${most(maxGathered)}`,
    sql`select c.id from claims c where c.cid = any(array(select key from by_text)) and ${ofWorld} ${most(maxGathered)}`,
    sql`select c.id from claims c where c.uid = any(array(select key from of_renter)) and ${ofWorld} ${most(maxGathered)}`,
    ...(typed.startsWith("exec_")
      ? [sql`select c.id from events e join claims c on c.id = e.subject_id where e.execution_id = ${typed} and ${ofWorld}`]
      : []),
  ]);
}

function productKeys(typed: string, scope: SearchScope): SQL {
  const ofWorld = scope === "everywhere" ? sql`true` : sql`s.world_id = ${scope}`;
  return union([
    sql`select s.id as key from ${rowsOf("products", typed, scope)} ${most(maxGathered)}`,
    sql`select s.id from products s where s.uid = ${typed} and ${ofWorld} ${most(maxGathered)}`,
  ]);
}

/** Renewals by their own texts and those of their contracts. The contract that a renewal created has another renewal, which its id does not name. */
function renewalKeys(typed: string, scope: SearchScope): SQL {
  if (typed.startsWith("ar_")) return sql`select s.arid as key from ${rowsOf("automatic_renewals", typed, scope)} ${most(maxGathered)}`;
  const ofWorld = scope === "everywhere" ? sql`true` : sql`s.world_id = ${scope}`;
  const cids = sql`any(array(select key from by_contract))`;
  return sql`
    with by_contract as materialized (${contractKeys(typed, scope)})
    (select s.arid as key from ${rowsOf("automatic_renewals", typed, scope)} ${most(maxGathered)})
    union (select s.arid from automatic_renewals s where s.cid = ${cids} and ${ofWorld} ${most(maxGathered)})
    union (select s.arid from automatic_renewals s where s.next_cid = ${cids} and ${ofWorld} ${most(maxGathered)})`;
}

/** Every name under which traffic is filed about the newest things that contain the text. */
export function subjectIds(typed: string, scope: SearchScope): SQL {
  return sql`
    with by_text as materialized (${union(contractsByText(typed, scope))}), of_renter as materialized (${renterUids(typed, scope)})
    select unnest(array[${typed}::text, upper(${typed}::text)]) as key
    union (${newest(sql`select key from by_text union (${contractsOfRenters(scope, sql`select key from of_renter`)})`)})
    union select unnest(array[id, claim_id]) from claims
      where id = any(array(${newest(claimKeys(typed, scope))}))
    union select unnest(array[id, uid]) from products where id = any(array(${newest(productKeys(typed, scope))}))`;
}

/** The things of a kind whose own name contains the text; undefined for kinds without names. They are found by the index of the search. */
export function ownKeys(kind: SearchKind, typed: string, scope: SearchScope): SQL | undefined {
  const named = (table: SearchedTable, key: string) =>
    sql`select ${sql.raw(`s.${key}`)} as key from ${rowsOf(table, typed, scope)}
      and ${containsAll(ownNameOf(table, "s."), fragmentsOf(typed))} ${most(maxGathered)}`;
  switch (kind) {
    case "contracts":
      return named("contracts", "cid");
    case "claims":
    case "products":
      return named(kind, "id");
    case "renters":
      return sql`select key from (${renterUids(typed, scope)}) found
        where exists (select from renters n where n.uid = found.key and ${containsAll(ownNameOf("renters", "n."), fragmentsOf(typed))})`;
    case "renewals":
      return sql`select r.arid as key from automatic_renewals r where r.cid = ${anyOf(named("contracts", "cid"))} ${most(maxGathered)}`;
    default:
      return undefined;
  }
}

const isOfScope = (alias: string, scope: SearchScope) => (scope === "everywhere" ? sql`true` : sql`${sql.raw(alias)}.world_id = ${scope}`);

/** What was found of a typed text before the statement. */
export interface Named {
  /** By the catalogue of errors. */
  errorCodes?: readonly number[];
  /** By the catalogue of events. */
  eventTypes?: readonly string[];
  /** As `subjectIds` selects them, so that the statement needs not. */
  subjects?: readonly string[] | undefined;
  /** As `executionIds` selects them. */
  executions?: readonly string[] | undefined;
}

function aboutAny(typed: string, scope: SearchScope, { subjects }: Named): SQL {
  return subjects === undefined ? anyOf(subjectIds(typed, scope)) : anyIn(subjects);
}

const anyIn = (keys: readonly string[]) => sql`any(${sql.param([...keys])}::text[])`;

/** The newest calls that contain the text, or are named by it, whose events are found. */
export function executionIds(typed: string, scope: SearchScope): SQL {
  return union([
    newest(sql`select s.execution_id as key from ${rowsOf("calls", typed, scope)} ${most(maxGathered)}`),
    sql`select ${typed}::text`,
  ]);
}

/** A search of one kind. `keys` selects up to `maxGathered` of each source; `matches` checks a row `r` by itself. */
export interface Search {
  table: string;
  key: string;
  keys: SQL;
  matches: SQL;
  /** True where a source had more rows than it was read for, so that `keys` can miss some. */
  hasMore?: SQL;
}

/** What finds a typed text among the things of a kind (rules/search.md#find-2). */
export function searchFor(kind: SearchKind, typed: string, scope: SearchScope, named: Named = {}): Search {
  const find = { contracts, claims, products, renewals, renters, calls, events, deliveries }[kind];
  return find(typed.trim(), scope, named);
}

function contracts(typed: string, scope: SearchScope): Search {
  return {
    table: "contracts",
    key: "cid",
    keys: contractKeys(typed, scope),
    // Other worlds may have had all that were read; the products of one world are in it.
    hasMore: sql`(select count(*) from (select from ${rowsOf("contract_products", typed, scope)} ${most(maxObjects)}) s) >= ${sql.raw(String(maxObjects))}`,
    matches: contractMatches(fragmentsOf(typed), renterUids(typed, scope)),
  };
}

function claims(typed: string, scope: SearchScope): Search {
  return {
    table: "claims",
    key: "id",
    keys: sql`
      with by_text as materialized (${union(contractsByText(typed, scope))}), of_renter as materialized (${renterUids(typed, scope)})
      ${claimKeys(typed, scope)}`,
    matches: sql`(${contains("claims", "r", typed)} or r.cid = ${anyOf(union(contractsByText(typed, scope)))}
      or r.uid = ${anyOf(renterUids(typed, scope))})`,
  };
}

function products(typed: string, scope: SearchScope): Search {
  const matches = sql`(${contains("products", "r", typed)} or r.uid = ${typed})`;
  return { table: "products", key: "id", keys: productKeys(typed, scope), matches };
}

function renewals(typed: string, scope: SearchScope): Search {
  const cids = anyOf(contractKeys(typed, scope));
  const matches = sql`(${contains("automatic_renewals", "r", typed)} or r.cid = ${cids} or r.next_cid = ${cids})`;
  return { table: "automatic_renewals", key: "arid", keys: renewalKeys(typed, scope), matches };
}

function renters(typed: string, scope: SearchScope): Search {
  const matches = sql`(${contains("renters", "r", typed)} or r.uid = ${typed})`;
  return { table: "renters", key: "uid", keys: union([renterUids(typed, scope), sql`select ${typed}::text`]), matches };
}

/**
 * The rows `s` of a table of traffic that meet one of the conditions. Each mention of the table costs the planning of a partition for each
 * day, so that one mention serves all conditions in a world. Over all worlds each has its own, since Postgres would read whole tables.
 */
function rowsMeeting(table: string, key: string, scope: SearchScope, conditions: readonly SQL[]): SQL {
  const from = (where: SQL) =>
    sql`select ${sql.raw(`s.${key}`)} as key from ${sql.raw(table)} s where ${isOfScope("s", scope)} and ${where} ${most(maxGathered)}`;
  return scope === "everywhere" ? union(conditions.map(from)) : from(anyCondition(conditions));
}

const anyCondition = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`;

function calls(typed: string, scope: SearchScope, named: Named): Search {
  const { errorCodes = [] } = named;
  const conditions = (alias: string, text: SQL) => [
    text,
    sql`${sql.raw(alias)}.subject_id = ${aboutAny(typed, scope, named)}`,
    ...(errorCodes.length === 0 ? [] : [sql`${sql.raw(alias)}.error_code = any(${sql.param([...errorCodes])}::int[])`]),
  ];
  return {
    table: "calls",
    key: "execution_id",
    keys: union([
      rowsMeeting("calls", "execution_id", scope, conditions("s", hasText("calls", typed, scope))),
      // Rows of releases before the search.
      sql`select ${typed}::text`,
    ]),
    matches: anyCondition([
      ...conditions("r", sql`(r.search is not null and ${contains("calls", "r", typed)})`),
      sql`r.execution_id = ${typed}`,
    ]),
  };
}

function events(typed: string, scope: SearchScope, named: Named): Search {
  const executions = named.executions === undefined ? anyOf(executionIds(typed, scope)) : anyIn(named.executions);
  const conditions = (alias: string) => [
    hasIdWith("events", alias, typed, scope),
    sql`${sql.raw(alias)}.subject_id = ${aboutAny(typed, scope, named)}`,
    sql`${sql.raw(alias)}.execution_id = ${executions}`,
    ...isOfKind(alias, named),
  ];
  return { table: "events", key: "id", keys: rowsMeeting("events", "id", scope, conditions("s")), matches: anyCondition(conditions("r")) };
}

function deliveries(typed: string, scope: SearchScope, named: Named): Search {
  const conditions = (alias: string) => [
    hasIdWith("deliveries", alias, typed, scope),
    sql`${sql.raw(alias)}.subject_id = ${aboutAny(typed, scope, named)}`,
    ...isOfKind(alias, named),
  ];
  const keys = rowsMeeting("deliveries", "id", scope, conditions("s"));
  const search = { table: "deliveries", key: "id" };
  const event = idIn(typed, "evt");
  if (event === "none") return { ...search, keys, matches: anyCondition(conditions("r")) };
  const eventIds = newest(sql`select s.id as key from ${rowsOf("events", typed, scope)} ${most(maxGathered)}`);
  // The identifiers of an event and its deliveries begin with the same time.
  const sent = (eventId: SQL, time: SQL) =>
    sql`s.id > 'dlv_' || ${time} and s.id < 'dlv_' || ${time} || '~' and s.event_id = ${eventId} and ${isOfScope("s", scope)}`;
  const [ofEvents, isOfEvent] =
    event === "part"
      ? [sql`(${eventIds}) e join deliveries s on ${sent(sql`e.key`, sql`substr(e.key, 5, 10)`)}`, anyOf(eventIds)]
      : [sql`deliveries s where ${sent(sql`${event}`, sql`${event.slice(4, 14)}::text`)}`, sql`${event}`];
  return {
    ...search,
    keys: union([keys, sql`select s.id from ${ofEvents}`]),
    matches: anyCondition([...conditions("r"), sql`r.event_id = ${isOfEvent}`]),
  };
}

/** Whether the identifier of an event or delivery `alias` contains the text. */
function hasIdWith(table: "events" | "deliveries", alias: string, typed: string, scope: SearchScope): SQL {
  const id = idIn(typed, table === "events" ? "evt" : "dlv");
  if (id === "none") return sql`false`;
  if (id !== "part") return sql`${sql.raw(alias)}.id = ${id}`;
  return alias === "s" ? hasText(table, typed, scope) : contains(table, alias, typed);
}

/** The whole identifier with this prefix that a text is, or whether it may be a part of one, by its letters. */
function idIn(typed: string, prefix: "evt" | "dlv"): `${typeof prefix}_${string}` | "part" | "none" {
  const fragments = fragmentsOf(typed);
  const [, before, ulid] = /^([a-z]*?)([0-9a-hjkmnp-tv-z]{26})$/.exec(fragments.join("")) ?? [];
  if (before !== undefined && ulid !== undefined && fragments.length === 1) {
    return prefix.endsWith(before) ? `${prefix}_${ulid.toUpperCase()}` : "none";
  }
  return fragments.every((fragment) => /^(?:d?l)?[0-9a-hjkmnp-tv-z]*$/.test(fragment)) ? "part" : "none";
}

/** The condition that an event or delivery `alias` is of a kind that the text names; none if it names none. */
function isOfKind(alias: string, { eventTypes = [] }: Named): SQL[] {
  return eventTypes.length === 0 ? [] : [sql`${sql.raw(alias)}.event_type = ${anyIn(eventTypes)}`];
}
