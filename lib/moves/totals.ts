import type { Sql, TransactionSql } from "postgres";
import { conditionFor } from "#lib/moves/tables.ts";
import type { MovedTable, Owner } from "#lib/moves/tables.ts";

/** Counts a partner's rows by table; those that others may name as well are left out. */
export async function countRows(sql: Sql | TransactionSql, tables: readonly MovedTable[], owner: Owner): Promise<Record<string, number>> {
  const condition = conditionFor(tables, owner);
  const counts: Record<string, number> = {};
  for (const table of tables.filter(({ kind }) => kind === "owned")) {
    const [row] = await sql.unsafe<{ count: string }[]>(`select count(*) from ${table.name} t where ${condition(table, "t")}`);
    counts[table.name] = Number(row?.count);
  }
  return counts;
}

/** Sums a partner's premium ledger by environment, in cents. */
export async function sumLedger(sql: Sql | TransactionSql, { worldIds }: Owner): Promise<Record<string, number>> {
  const rows = await sql<{ environment: string; cents: string }[]>`
    select w.environment, coalesce(sum(e.amount_cents), 0) as cents from worlds w left join premium_entries e on e.world_id = w.id
    where w.id = any(${worldIds as number[]}::int[]) group by w.environment order by w.environment`;
  return Object.fromEntries(rows.map(({ environment, cents }) => [environment, Number(cents)]));
}

/** The newest migration that a database has. */
export async function readMigration(sql: Sql | TransactionSql): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  if (row === undefined) throw new Error("the database has no migrations");
  return row.hash;
}
