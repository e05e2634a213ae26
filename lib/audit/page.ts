import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import { findActors, isBy, isByNoUser } from "#lib/audit/find-actors.ts";
import type { Actors } from "#lib/audit/find-actors.ts";
import { endOfDay, startOfDay } from "#lib/calendar.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import type { AuditListQuery } from "#lib/support/schema.ts";

/** An entry's id is made within this time after the instant that it tells of. */
const marginMs = 3_600_000;

/** Sorts after every id, in whatever order the database has. */
const afterAll = `aud_${"Z".repeat(26)}`;

/** As many lists, each of one person and one action, are looked at; of more, some are long. */
const maxLists = 5_000;

/** A way to a page of the log. */
interface Way {
  ids(): Fragment;
}

/**
 * How to find the ids of a page of the log and one more, in its order. An index leads there in that order, whatever the filter: a
 * subject's, else an actor's, by itself or with the action, else an action's; days and pages are stretches of each of them.
 */
export async function findWay(query: AuditListQuery): Promise<Way> {
  const { actor, action = [], subject } = query;
  const actors = actor === undefined ? undefined : await findActors(actor);
  if (subject !== undefined) return { ids: () => ofSubject(query, subject, actors) };
  if (actors === undefined && action.length === 0) return { ids: () => first(query) };
  const isLedByAction = actors === undefined || actors.users.length * action.length > maxLists;
  return { ids: () => (isLedByAction ? ofActions(query, actors) : ofActors(query, actors)) };
}

/** What was done to a partner was done to its keys, people, webhooks and renters, too; so was what its own people and keys did. */
function ofSubject(query: AuditListQuery, subject: string, actors: Actors | undefined): Fragment {
  const subjects = sql`
    select ${subject}::text as value union
    select id from users where partner_id = ${subject} union
    select k.id from worlds w join api_keys k on k.world_id = w.id where w.partner_id = ${subject} union
    select h.id from worlds w join webhooks h on h.world_id = w.id where w.partner_id = ${subject}`;
  const conditions = sql`${isOfActions(query)} ${isOfActors(actors)}`;
  return sql`
    select id from (
      (${newestOf(query, { column: sql`a.subject_id`, values: subjects, conditions })})
      union (${newestOf(query, { column: sql`(a.actor ->> 'partnerId')`, values: asRows([subject]), conditions })})
      union (${newestOf(query, { column: sql`(a.details ->> 'partnerId')`, values: asRows([subject]), conditions })})
    ) found ${inOrder(query, sql`id`)}`;
}

function ofActions(query: AuditListQuery, actors: Actors | undefined): Fragment {
  return newestOf(query, { column: sql`a.action`, values: asRows(query.action ?? []), conditions: isOfActors(actors) });
}

function ofActors(query: AuditListQuery, actors: Actors): Fragment {
  const conditions = isOfActions(query);
  return sql`
    select id from (
      (${ofUsers(query, actors)})
      union (${newestOf(query, { column: sql`(a.actor ->> 'partnerId')`, values: asRows(actors.partners), conditions })})
      union (${ofNoUser(query, actors)})
    ) found ${inOrder(query, sql`id`)}`;
}

/** People's entries, or with actions those of each person and action. */
function ofUsers(query: AuditListQuery, { users }: Actors): Fragment {
  const { action = [] } = query;
  const conditions = sql``;
  if (action.length === 0) return newestOf(query, { column: sql`(a.actor ->> 'userId')`, values: asRows(users), conditions });
  const values = sql`select u.value || ' ' || c.value as value from (${asRows(users)}) u cross join (${asRows(action)}) c`;
  return newestOf(query, { column: sql`((a.actor ->> 'userId') || ' ' || a.action)`, values, conditions });
}

/** Entries of no user are few; to put them in order by it, too, is to read them, and no others, from the users' index. */
function ofNoUser(query: AuditListQuery, actors: Actors): Fragment {
  const order = sql`order by (a.actor ->> 'userId') ${direction(query)}, a.id ${direction(query)} ${limitOf(query)}`;
  return sql`select a.id from audit_entries a where ${isByNoUser(actors)} ${isOfActions(query)} ${isWithin(query)} ${order}`;
}

function asRows(values: readonly string[]): Fragment {
  return sql`select value from unnest(${[...values]}::text[]) as v (value)`;
}

function isOfActions({ action = [] }: AuditListQuery): Fragment {
  return action.length === 0 ? sql`` : sql`and a.action = any(${[...action]}::text[])`;
}

function isOfActors(actors: Actors | undefined): Fragment {
  return actors === undefined ? sql`` : sql`and ${isBy(actors)}`;
}

/** Lists that an index has in order: the entries in which a column has each of these values, as far as these conditions hold of them. */
interface Lists {
  column: Fragment;
  values: Fragment;
  conditions: Fragment;
}

/**
 * The first entries of many lists together. Whatever is among the first of all is of one of the lists whose own first entries come
 * first: these are sought, and of these alone a page is read.
 */
function newestOf(query: AuditListQuery, { column, values, conditions }: Lists): Fragment {
  const { above, below, days } = stretchOf(query);
  // Said as a stretch of the index, not as an equality, so that the planner walks that index and not the whole log.
  const list = sql`
    select a.id from audit_entries a
    where (${column}, a.id) > (each.value, ${above}) and (${column}, a.id) < (each.value, ${below}) ${days} ${conditions}
    order by ${column} ${direction(query)}, a.id ${direction(query)}`;
  return sql`
    select entry.id from (
      select each.* from (${values}) each cross join lateral (${list} limit 1) newest ${inOrder(query, sql`newest.id`)}
    ) each cross join lateral (${list} ${limitOf(query)}) entry ${inOrder(query, sql`entry.id`)}`;
}

function first(query: AuditListQuery): Fragment {
  return sql`select a.id from audit_entries a where true ${isWithin(query)} ${inOrder(query, sql`a.id`)}`;
}

function isWithin(query: AuditListQuery): Fragment {
  const { above, below, days } = stretchOf(query);
  return sql`and a.id > ${above} and a.id < ${below} ${days}`;
}

/** Which stretch the entries are of: that of the days, on from the page before. */
function stretchOf({ from, to, zone, before, after }: AuditListQuery): { above: string; below: string; days: Fragment } {
  const start = from === undefined ? undefined : startOfDay(from, zone);
  const end = to === undefined ? undefined : endOfDay(to, zone);
  const lowest = [start === undefined ? "" : firstIdAt(start), before === undefined ? (after ?? "") : ""];
  const highest = [end === undefined ? afterAll : firstIdAt(new Date(end.getTime() + marginMs)), before ?? afterAll];
  return {
    above: lowest.toSorted().at(-1) ?? "",
    below: highest.toSorted()[0] ?? afterAll,
    days: sql`
      ${start === undefined ? sql`` : sql`and a.at >= ${start.toISOString()}::timestamptz`}
      ${end === undefined ? sql`` : sql`and a.at < ${end.toISOString()}::timestamptz`}`,
  };
}

/** The least id that an entry of this moment can have. */
function firstIdAt(moment: Date): string {
  return `aud_${encodeTime(Math.max(0, moment.getTime()), 10)}`;
}

function inOrder(query: AuditListQuery, id: Fragment): Fragment {
  return sql`order by ${id} ${direction(query)} ${limitOf(query)}`;
}

/** Written out: a plan that is kept for any limit would be one for reading everything. */
function limitOf({ limit }: AuditListQuery): Fragment {
  return sql.unsafe(`limit ${Math.trunc(limit) + 1}`);
}

/** Towards older entries, but back to newer ones from the page before. */
export function direction({ before, after }: Pick<AuditListQuery, "before" | "after">): Fragment {
  return before === undefined && after !== undefined ? sql`asc` : sql`desc`;
}
