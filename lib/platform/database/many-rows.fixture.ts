import { sql } from "#db/client.ts";

/** Enough for statistics. */
const copiedRows = 500;

/** Copies the rows of these tables under other keys; keys that refer to other tables stay as they are. */
export async function copyRows(tables: readonly string[]): Promise<void> {
  await sql.begin(async (tx) => {
    // A copy may refer to a row that was not copied.
    await tx`set local session_replication_role = replica`;
    for (const table of tables) {
      const columns = await tx<{ name: string; isKey: boolean }[]>`
        select a.attname as name, a.atttypid = 'text'::regtype and case
          when f.of is not null then f.of::regclass::text = any(${tables as string[]}::text[])
          else exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) end as "isKey"
        from pg_attribute a left join lateral (
          select max(c.confrelid) as of from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any(c.conkey)
        ) f on true
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`;
      const listOf = (alias: string) => columns.map(({ name }) => `${alias}"${name}"`).join();
      const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => `'${name}', r."${name}" || '-' || n`);
      await tx.unsafe(`
        insert into ${table} (${listOf("")}) select ${listOf("copy.")} from ${table} r
        cross join generate_series(1, (select ${copiedRows} / greatest(1, count(*)) from ${table})) n
        cross join lateral jsonb_populate_record(r, jsonb_build_object(${keys.join()})) copy`);
    }
  });
}

/** Has the planner believe that each of these tables, or each partition that holds any, holds so many rows like those that are there. */
export async function pretendRows(tables: readonly string[], rows: number): Promise<void> {
  for (const table of tables) await sql`analyze ${sql(table)}`;
  await sql`
    update pg_class c set reltuples = ${rows} from unnest(${tables as string[]}::text[]) named (name)
    where c.reltuples > 0 and c.relkind = 'r'
      and (c.oid = name::regclass or exists (select from pg_inherits i where i.inhparent = name::regclass and i.inhrelid = c.oid))`;
}

/** The cost from which a stock server compiles a plan. */
export async function readJitAboveCost(): Promise<number> {
  const [stock] = await sql<{ cost: number }[]>`select boot_val::float as cost from pg_settings where name = 'jit_above_cost'`;
  if (stock === undefined) throw new Error("this server knows no jit_above_cost");
  return stock.cost;
}
