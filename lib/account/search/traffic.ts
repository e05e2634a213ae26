import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { findEntries } from "#lib/account/search/find.ts";
import type { Entry, SearchScope } from "#lib/account/search/find.ts";

/** What a typed text finds, by which calls, events and deliveries are found (rules/search.md#find-7). */
export interface Traffic {
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

export async function findTraffic(typed: string, scope: SearchScope): Promise<Traffic> {
  const term = typed.trim();
  const [entries, executionIds] = await Promise.all([
    findEntries({ kinds: ["contracts", "claims", "products", "calls"], typed: term, scope, most: mostThings }),
    scope === "everywhere" ? [] : findByIdempotencyKey(scope, term),
  ]);
  const subjects = await nameSubjects(entries, term, scope);
  return { typed: term, scope, subjects, refused: entries.filter(({ kind }) => kind === "calls"), executionIds };
}

/** The names of things, and of one whose identifier was typed, which may be gone, or have no entry yet. */
async function nameSubjects(entries: readonly Entry[], typed: string, scope: SearchScope): Promise<Traffic["subjects"]> {
  const things = entries.filter(({ kind }) => kind !== "calls").map(({ worldId, id }) => ({ worldId, id }));
  const ofKind = (kind: string) => sql`any(${sql.param(entries.filter((entry) => entry.kind === kind).map(({ id }) => id))}::text[])`;
  const worldId = scope === "everywhere" ? null : scope;
  const others = await readOnReplica((pool) =>
    runUnprepared<{ worldId: number; id: string | null }>(
      pool,
      sql`
        select world_id as "worldId", unnest(array[id, claim_id]) as id from claims where id = ${ofKind("claims")}
        union all select world_id, unnest(array[id, claim_id]) from claims where claim_id = ${typed.toUpperCase()} and world_id = ${worldId}::int
        union all select world_id, unnest(array[id, claim_id]) from claims where id = ${typed} and world_id = ${worldId}::int
        union all select world_id, uid from products where id = ${ofKind("products")}
        union all select world_id, id from products where uid = ${typed} and world_id = ${worldId}::int`,
    ),
  );
  const typedNames = worldId === null ? [] : [typed, typed.toUpperCase()].map((id) => ({ worldId, id }));
  return [...things, ...others.flatMap(({ id, worldId: world }) => (id === null ? [] : [{ worldId: world, id }])), ...typedNames];
}

async function findByIdempotencyKey(worldId: number, key: string): Promise<string[]> {
  const rows = await readOnReplica((pool) =>
    runUnprepared<{ id: string }>(pool, sql`select execution_id as id from idempotency_keys where world_id = ${worldId} and key = ${key}`),
  );
  return rows.map(({ id }) => id);
}

/** Conditions on a row `r` of which any finds it; each has an index. */
type Conditions = readonly SQL[];

export function conditionsOfCalls(
  traffic: Traffic,
  { errorCodes, endpoints }: { errorCodes: readonly number[]; endpoints: SQL[] },
): Conditions {
  const ids = [...traffic.executionIds, ...traffic.refused.map(({ id }) => id)];
  return [
    ...isAbout(traffic),
    ...(ids.length === 0 ? [] : [sql`r.execution_id = any(${sql.param(ids)}::text[])`]),
    ...hasId("exec", "execution_id", traffic.typed),
    // The index of a code has its order; few texts name more than some.
    ...errorCodes.slice(0, mostCodes).map((code) => sql`r.error_code = ${code}`),
    ...endpoints,
  ];
}

const mostCodes = 5;

export function conditionsOfEvents(traffic: Traffic): Conditions {
  const isCausedBy = /^exec_\w{26}$/.test(traffic.typed) ? [sql`r.execution_id = ${traffic.typed}`] : [];
  return [...isAbout(traffic), ...hasId("evt", "id", traffic.typed), ...isCausedBy];
}

export function conditionsOfDeliveries(traffic: Traffic): Conditions {
  const time = /^evt_(\w{10})\w{16}$/.exec(traffic.typed)?.[1];
  // The identifiers of an event and its deliveries begin with the same time.
  const isOfEvent = time === undefined ? [] : [sql`r.id > ${`dlv_${time}`} and r.id < ${`dlv_${time}~`} and r.event_id = ${traffic.typed}`];
  return [...isAbout(traffic), ...hasId("dlv", "id", traffic.typed), ...isOfEvent];
}

function isAbout({ scope, subjects }: Traffic): SQL[] {
  if (subjects.length === 0) return [];
  const ids = sql`${sql.param(subjects.map(({ id }) => id))}::text[]`;
  if (scope !== "everywhere") return [sql`r.subject_id = any(${ids})`];
  const worldIds = sql`${sql.param(subjects.map(({ worldId }) => worldId))}::int[]`;
  return [sql`(r.world_id, r.subject_id) in (select * from unnest(${worldIds}, ${ids}))`];
}

/** The condition that a row has the typed identifier, whole or its beginning with the time. */
function hasId(prefix: string, key: string, typed: string): SQL[] {
  const [, given] = new RegExp(`^(?:${prefix}_)?([0-7][0-9A-HJKMNP-TV-Z]{9,25})$`, "i").exec(typed) ?? [];
  if (given === undefined || (given.length < 26 && !typed.startsWith(prefix))) return [];
  const bound = (filler: string) => `${prefix}_${given.toUpperCase().padEnd(26, filler)}`;
  return [sql`r.${sql.raw(key)} between ${bound("0")} and ${bound("Z")}`];
}
