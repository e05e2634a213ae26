import { sql } from "#db/client.ts";

/** Does work without the indexes of search, which are built again afterwards. */
export async function withoutSearchIndexes<Result>(work: () => Promise<Result>): Promise<Result> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where indexname ~ '_search(_text)?$' and schemaname = 'public' and tablename !~ '_(other_days|[0-9]{8})$'`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  const result = await work();
  // An index of a partitioned table is described without its partitions.
  for (const { definition } of indexes) await sql.unsafe(definition.replace(" ON ONLY ", " ON "));
  return result;
}
