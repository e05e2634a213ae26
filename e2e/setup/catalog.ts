import type { Sql } from "postgres";

/** Ours, without what an extension brought and without the partitions of days and weeks, which depend on when they were made. */
const isOurs = `c.relnamespace = 'public'::regnamespace and (not c.relispartition or c.relname ~ '_other_days')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Each answers lines that describe one kind of object, as Postgres itself spells them. */
const descriptions: Readonly<Record<string, string>> = {
  tables: `select format('%s %s %s %s %s', c.relname, c.relkind, c.relpersistence, c.relreplident, c.reloptions) from pg_class c
    where ${isOurs} and c.relkind not in ('i', 'I')`,
  columns: `select format('%s %s %s %s%s %s %s %s %s %s %s %s', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end, a.attidentity, a.attgenerated,
      pg_get_expr(ad.adbin, ad.adrelid), co.collname, a.attstorage, a.attcompression, a.attoptions)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef ad on ad.adrelid = c.oid and ad.adnum = a.attnum left join pg_collation co on co.oid = a.attcollation
    where ${isOurs} and c.relkind in ('r', 'p', 'v', 'm')`,
  // Columns say whether they may be null; Postgres 18 names these constraints by the table that pg_dump wrote them into.
  constraints: `select format('%s %s %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype <> 'n' and ${isOurs}`,
  indexes: `select format('%s %s %s %s', pg_get_indexdef(c.oid), i.indisvalid, i.indisclustered, i.indisreplident)
    from pg_class c join pg_index i on i.indexrelid = c.oid where ${isOurs}`,
  triggers: `select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${isOurs} and not t.tgisinternal`,
  sequences: `select format('%s %s', c.relname, to_jsonb(s) - 'seqrelid') from pg_sequence s join pg_class c on c.oid = s.seqrelid where ${isOurs}`,
  functions: `select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  others: `select extname from pg_extension union all select stxname from pg_statistic_ext union all select polname from pg_policy
    union all select evtname from pg_event_trigger union all select typname from pg_type t
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
};

/** Describes the whole schema of a database, a line for each object of a kind. */
export async function readCatalog(sql: Sql): Promise<Record<string, string[]>> {
  const kinds = Object.entries(descriptions).map(async ([kind, query]) => {
    const rows = await sql.unsafe<{ line: string }[]>(
      `select line::text from (${query}) as described (line) order by line::text collate "C"`,
    );
    return [kind, rows.map(({ line }) => line)] as const;
  });
  return Object.fromEntries(await Promise.all(kinds));
}
