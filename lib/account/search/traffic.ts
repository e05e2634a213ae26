import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/rows.ts";
import { fieldWith } from "#lib/account/search/entry-text.ts";
import { cutTo } from "#lib/account/search/find-things.ts";
import { findEntries } from "#lib/account/search/find.ts";
import type { Entry, SearchScope } from "#lib/account/search/find.ts";
import type { Found, SearchFieldName } from "#lib/account/search/schema.ts";
import { maskText } from "#lib/platform/log/mask.ts";
import { foldText, shortestContained, wordsTyped } from "#lib/platform/text/fold.ts";

/** The prefix of identifiers, their column, and what a result shows; the newest rows are the first by `at`. */
const sources = {
  calls: { prefix: "exec", key: "execution_id", title: "r.method || ' ' || left(r.path, 200)", status: "null", at: "r.at" },
  events: { prefix: "evt", key: "id", title: "r.event_type", status: "null", at: "r.id" },
  deliveries: { prefix: "dlv", key: "id", title: "r.event_type", status: "r.status", at: "r.created_at" },
} as const;
type TrafficKind = keyof typeof sources;

/** What a typed text finds, by which calls, events and deliveries are found (rules/search.md#find-7). */
interface Traffic {
  typed: string;
  scope: SearchScope;
  /** The names under which calls, events and deliveries are about a thing. */
  subjects: readonly { worldId: number; id: string }[];
  /** Refused calls that contain the text. */
  refused: readonly Entry[];
  /** The call with this `Idempotency-Key`, while its answer is stored. */
  executionIds: readonly string[];
}

/** Traffic is found through so many of the newest things of a kind. */
const mostThings = 100;

const read = <Stored extends object>(statement: SQL) => readOnReplica((pool) => runUnprepared<Stored>(pool, statement));

async function findTraffic(text: string, scope: SearchScope): Promise<Traffic> {
  const typed = text.trim();
  const worldId = scope === "everywhere" ? null : scope;
  const [entries, executionIds] = await Promise.all([
    findEntries({ kinds: ["contracts", "claims", "products", "calls"], typed, scope, most: mostThings }),
    worldId === null
      ? []
      : read<{ id: string }>(sql`select execution_id as id from idempotency_keys where world_id = ${worldId} and key = ${typed}`),
  ]);
  const things = entries.filter(({ kind }) => kind !== "calls").map((entry) => ({ worldId: entry.worldId, id: entry.id }));
  // A thing whose identifier is typed may be gone, or have no entry yet.
  const given = worldId === null ? [] : [typed, typed.toUpperCase()].map((id) => ({ worldId, id }));
  const ofKind = (kind: string) => sql`any(${sql.param(entries.filter((entry) => entry.kind === kind).map(({ id }) => id))}::text[])`;
  const inWorld = sql`world_id = ${worldId}::int`;
  const others = await read<{ worldId: number; id: string | null }>(sql`
    select world_id as "worldId", unnest(array[id, claim_id]) as id from claims where id = ${ofKind("claims")}
    union all select world_id, unnest(array[id, claim_id]) from claims where claim_id = ${typed.toUpperCase()} and ${inWorld}
    union all select world_id, unnest(array[id, claim_id]) from claims where id = ${typed} and ${inWorld}
    union all select world_id, uid from products where id = ${ofKind("products")}
    union all select world_id, id from products where uid = ${typed} and ${inWorld}`);
  const named = others.flatMap(({ id, ...other }) => (id === null ? [] : [{ ...other, id }]));
  return {
    typed,
    scope,
    subjects: [...things, ...named, ...given],
    refused: entries.filter(({ kind }) => kind === "calls"),
    executionIds: executionIds.map(({ id }) => id),
  };
}

/** Conditions on a row `r` of which any says that a text finds it, each with an index; `others` are of calls. */
export async function conditionsOf(kind: TrafficKind, typed: string, scope: SearchScope, others: readonly SQL[] = []): Promise<SQL[]> {
  return conditionsFor(kind, await findTraffic(typed, scope), others);
}

function conditionsFor(kind: TrafficKind, { typed, scope, subjects, refused, executionIds }: Traffic, others: readonly SQL[]): SQL[] {
  const { prefix, key } = sources[kind];
  const ids = sql`${sql.param(subjects.map(({ id }) => id))}::text[]`;
  const worldIds = sql`${sql.param(subjects.map(({ worldId }) => worldId))}::int[]`;
  const isAbout =
    scope === "everywhere"
      ? sql`(r.world_id, r.subject_id) in (select * from unnest(${worldIds}, ${ids}))`
      : sql`r.subject_id = any(${ids})`;
  const conditions = subjects.length === 0 ? [] : [isAbout];
  // An identifier, whole or its beginning with the time.
  const [, given] = new RegExp(`^(?:${prefix}_)?([0-7][0-9A-HJKMNP-TV-Z]{9,25})$`, "i").exec(typed) ?? [];
  if (given !== undefined && (given.length === 26 || typed.startsWith(prefix))) {
    const bound = (filler: string) => `${prefix}_${given.toUpperCase().padEnd(26, filler)}`;
    conditions.push(sql`r.${sql.raw(key)} between ${bound("0")} and ${bound("Z")}`);
  }
  const calls = [...executionIds, ...refused.map(({ id }) => id)];
  if (kind === "calls" && calls.length > 0) conditions.push(sql`r.execution_id = any(${sql.param(calls)}::text[])`);
  if (kind === "events" && /^exec_\w{26}$/.test(typed)) conditions.push(sql`r.execution_id = ${typed}`);
  const time = kind === "deliveries" ? /^evt_(\w{10})\w{16}$/.exec(typed)?.[1] : undefined;
  // The identifiers of an event and its deliveries begin with the same time.
  if (time !== undefined) conditions.push(sql`r.id > ${`dlv_${time}`} and r.id < ${`dlv_${time}~`} and r.event_id = ${typed}`);
  return [...conditions, ...(kind === "calls" ? others : [])];
}

export type FoundTraffic = Found<TrafficKind>;
type Row = Omit<FoundTraffic, "field"> & { subjectId: string | null };

/** The newest calls, events and deliveries that a typed text finds, as their lists find them; `others` are conditions of calls. */
export async function findTrafficThings(
  text: string,
  scope: SearchScope,
  shown: number,
  others: readonly SQL[] = [],
): Promise<FoundTraffic[]> {
  if (foldText(text).length < shortestContained) return [];
  const traffic = await findTraffic(text, scope);
  const kinds = Object.keys(sources) as TrafficKind[];
  const found = await Promise.all(kinds.map((kind) => readNewest(kind, conditionsFor(kind, traffic, others), scope, shown + 1)));
  const { typed, subjects, refused } = traffic;
  // The text is in the row itself, in its subject, or in the bodies of a refused call.
  const fieldOf = ({ id, subjectId }: Row): SearchFieldName => {
    if (foldText(id).includes(foldText(typed))) return "id";
    if (subjectId !== null && subjects.some((subject) => subject.id === subjectId)) return "about";
    const entry = refused.find((one) => one.id === id);
    return (entry === undefined ? undefined : fieldWith(entry.text, wordsTyped(typed))) ?? "errorCode";
  };
  return found.flatMap((rows) =>
    cutTo(
      shown,
      rows.map((row) => ({ ...row, title: maskText(row.title).text, field: fieldOf(row) })),
    ),
  );
}

async function readNewest(kind: TrafficKind, conditions: readonly SQL[], scope: SearchScope, most: number): Promise<Row[]> {
  if (conditions.length === 0) return [];
  const { key, title, status, at } = sources[kind];
  const isInScope = scope === "everywhere" ? sql`true` : sql`r.world_id = ${scope}`;
  const isShown = kind === "events" ? sql`not r.test` : sql`true`;
  const newest = sql.raw(`order by ${at} desc, r.${key} desc limit ${most}`);
  // Without the bodies, a row that several conditions find is one.
  const columns = sql.raw(`r.${key} as id, ${title} as title, ${status} as status, r.subject_id, r.world_id, ${at} as at`);
  const each = conditions.map(
    (condition) => sql`
      select ${columns} from (select r.* from ${sql.raw(kind)} r where ${isInScope} and ${isShown} and ${condition} ${newest}) r`,
  );
  return read<Row>(sql`
    select ${kind} as kind, r.id, r.id as hint, r.title, r.status, null as cover, r.subject_id as "subjectId", p.name as partner, w.environment
    from (${sql.join(each, sql` union `)}) r join worlds w on w.id = r.world_id join partners p on p.id = w.partner_id
    order by r.at desc, r.id desc ${sql.raw(`limit ${most}`)}`);
}
