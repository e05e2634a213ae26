import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { encodeTime } from "ulid";
import { sql as pool } from "#db/client.ts";
import type { World } from "#lib/context.ts";

const timeLength = 10;
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Seconds of locks count from here, so that they fit into an integer until 2088. */
const firstSecond = 1_600_000_000;

/**
 * The CTEs `opened` and `stamped` of a statement that emits. Events of transactions that run at the same time become visible in any order,
 * so a shared lock by world and second marks a transaction that emits until its end. `stamped.prefix` begins the identifiers, in the
 * database's time and read after the locks are held, so that no event of a later transaction sorts before the moment of a look at the locks.
 */
export function stampEvents(worldIds: readonly number[]): SQL {
  return sql`
    opened as materialized (
      select pg_advisory_xact_lock_shared(world_id, floor(extract(epoch from clock_timestamp()) - ${sql.raw(String(firstSecond))})::int)
      from unnest(${sql.param(worldIds)}::int[]) as world_id
    ), stamped as materialized (
      select 'evt_' || string_agg(substr('${sql.raw(alphabet)}', 1 + (moment.ms >> (5 * place) & 31)::int, 1), '' order by place desc) as prefix
      from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms from (select count(*) from opened) as locked) as moment,
        generate_series(0, ${sql.raw(String(timeLength - 1))}) as place
    )`;
}

/**
 * Returns the identifier below which a world gets no more events: a reader that stops there and continues after the last event that it read
 * skips none. The events must be read by a later statement. `now()` is before the look at the locks.
 */
export async function readWatermark({ id }: Pick<World, "id">): Promise<string> {
  const [found] = await pool<[{ beforeMs: number }]>`
    select floor(1000 * extract(epoch from least(now(), to_timestamp(min(objid::bigint) + ${firstSecond}))))::float8 as "beforeMs" from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = ${id}
      and database = (select oid from pg_database where datname = current_database())`;
  return `evt_${encodeTime(found.beforeMs, timeLength)}`;
}
