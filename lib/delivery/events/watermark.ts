import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { World } from "#lib/account/worlds/context.ts";

/** Seconds of locks count from here, so that they fit into an integer until 2088. */
const firstSecond = sql.raw("1600000000");

/**
 * The CTEs `opened` and `stamped` of a statement that emits, with the placeholder `worldIds`. Events of transactions that run at the same time become visible in any order,
 * so a shared lock by world and second marks a transaction that emits until its end. `stamped.prefix` begins the identifiers, in the
 * database's time and read after the locks are held, so that no event of a later transaction sorts before the moment of a look at the locks.
 */
export const stampEvents = sql`
    opened as materialized (
      select pg_advisory_xact_lock_shared(world_id, floor(extract(epoch from clock_timestamp()) - ${firstSecond})::int)
      from unnest(${sql.placeholder("worldIds")}::int[]) as world_id
    ), stamped as materialized (
      select ${idAt(sql`held.at`)} as prefix from (select clock_timestamp() as at from (select count(*) from opened) as locked) as held
    )`;

/**
 * Returns the beginning of an identifier below which a world gets no more events: a reader that stops there and continues after the last
 * event that it read skips none. The events must be read by a later statement. `now()` is before the look at the locks.
 */
export async function readWatermark({ id }: Pick<World, "id">): Promise<string> {
  const [row] = await db.execute<{ prefix: string }>(sql`
    select ${idAt(sql`held.at`)} as prefix from (
      select least(now(), to_timestamp(min(objid::bigint) + ${firstSecond})) as at from pg_locks
      where locktype = 'advisory' and objsubid = 2 and classid = ${id}
        and database = (select oid from pg_database where datname = current_database())
    ) as held`);
  if (row === undefined) throw new Error("an aggregate answered no row");
  return row.prefix;
}

/** The first 12 letters of a moment's ULIDs: the milliseconds, and in the place of random bits their 1024th parts. */
function idAt(moment: SQL): SQL {
  return sql`'evt_' || (
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (floor(extract(epoch from ${moment}) * 1024000)::bigint >> (5 * place) & 31)::int, 1), ''
      order by place desc)
    from generate_series(0, 11) as place)`;
}
