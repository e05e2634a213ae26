import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { gatherFor, gatherSubjects } from "#lib/account/search/gather.ts";
import { isTraffic } from "#lib/account/search/sources.ts";
import type { Named, SearchKind, SearchScope } from "#lib/account/search/sources.ts";
import { isInScope, thingsOf } from "#lib/account/search/things.ts";
import type { FoundThing } from "#lib/account/search/things.ts";
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";
import { maskText } from "#lib/platform/log/mask.ts";

/** So many of the newest rows are looked through for a text that is too common to gather. */
const maxLooked = 2_000;
export interface FoundThingOfKind extends FoundThing {
  kind: SearchKind;
}

/** The newest things of each kind that contain the typed text. */
export async function findAllThings(
  kinds: readonly SearchKind[],
  typed: string,
  scope: SearchScope,
  { most, errorCodes }: { most: number } & Pick<Named, "errorCodes">,
): Promise<FoundThingOfKind[]> {
  if (fragmentsOf(typed).length === 0) return [];
  const subjects = kinds.some(isTraffic) ? await gatherSubjects(typed, scope) : undefined;
  const found = await Promise.all(
    kinds.map(async (kind) =>
      (await findThings(kind, typed, scope, most, { errorCodes: errorCodes ?? [], subjects })).map((thing) => ({ ...thing, kind })),
    ),
  );
  return found.flat();
}

/** The newest things of a kind that contain the typed text, newest first (rules/search.md#find-10). */
async function findThings(kind: SearchKind, typed: string, scope: SearchScope, most: number, named?: Named): Promise<FoundThing[]> {
  const { table, key, keys, isCut, matches } = await gatherFor(kind, typed, scope, named);
  const ofKey = sql.raw(`r.${key}`);
  // Keys begin with a time, but for those of rental companies, of which there are few.
  const newest =
    kind === "renters"
      ? keys
      : keys
          .toSorted()
          .toReversed()
          .slice(0, 10 * most);
  const looked = sql`
    ${ofKey} = any(array(
      select ${ofKey} from (select * from ${sql.raw(table)} r where ${isInScope(kind, scope)} order by ${sql.raw(key)} desc limit ${sql.raw(String(maxLooked))}) r
      where ${matches} limit ${sql.raw(String(most))}))`;
  // Traffic of all worlds has no order of its own.
  const isFound =
    isCut && !(scope === "everywhere" && kind !== "contracts" && kind !== "claims" && kind !== "products") ? looked : undefined;
  const condition = sql`(${ofKey} = any(${sql.param(newest)}::text[]) ${isFound === undefined ? sql`` : sql`or ${isFound}`})`;
  const rows = await read(statementOf(kind, typed, scope, { condition, most }));
  return kind === "calls" ? rows.map((row) => ({ ...row, title: maskText(row.title).text })) : rows;
}

function statementOf(kind: SearchKind, typed: string, scope: SearchScope, { condition, most }: { condition: SQL; most: number }): SQL {
  const { from, columns, at } = thingsOf[kind](typed);
  const owner = kind === "renters" ? sql`'' as partner, null as environment` : sql`w.partner, w.environment`;
  // In a world each, since the keys of calls begin with it.
  const worlds =
    kind === "renters"
      ? sql``
      : sql`join (select w.id, w.environment, p.name as partner from worlds w join partners p on p.id = w.partner_id) w on w.id = r.world_id`;
  return sql`
    select * from (
      select ${columns}, ${owner}, ${at} as at from ${from} ${worlds} where ${condition} and ${isInScope(kind, scope)}
      order by ${at} desc limit ${sql.raw(String(10 * most))}
    ) found
    order by search_text(title) = ${foldText(typed)} desc, at desc limit ${sql.raw(String(most))}`;
}

async function read(statement: SQL): Promise<FoundThing[]> {
  return readOnReplica((pool) => runUnprepared<FoundThing>(pool, statement));
}
