import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { searchRepairs } from "#db/schema/search.ts";
import { isRefused } from "#lib/developer/search/load.ts";
import { writeContracts, writeEntries } from "#lib/developer/search/write.ts";

export type SearchRepair = typeof searchRepairs.$inferSelect;

const onlyRow = 1;
const batchSize = 200;

interface Step {
  name: string;
  /** The rows after the last one, as keys. */
  page: (after: string) => SQL;
  write: (tx: Transaction, keys: readonly string[]) => Promise<number>;
}

const inOrder = (table: string, key: string) => (after: string) =>
  sql.raw(`select ${key} as key from ${table}`).append(sql` where ${sql.raw(key)} > ${after} order by ${sql.raw(key)} limit ${batchSize}`);

/** In this order. Contracts are written with their claims and renewals. */
const steps: readonly Step[] = [
  { name: "contracts", page: inOrder("contracts", "cid"), write: writeContracts },
  { name: "products", page: inOrder("products", "id"), write: (tx, keys) => writeEntries(tx, "products", keys) },
  { name: "renters", page: inOrder("renters", "uid"), write: (tx, keys) => writeEntries(tx, "renters", keys) },
  {
    name: "calls",
    // A key is a world, in ten digits, and a call of it.
    page: (after) => sql`
      select lpad(world_id::text, 10, '0') || ' ' || execution_id as key from (
        select c.world_id, c.execution_id from worlds w cross join lateral (
          select world_id, execution_id from calls r where world_id = w.id and ${isRefused("r")}
            and (w.id > ${Number(after.slice(0, 10))} or execution_id > ${after.slice(11)}) order by execution_id limit ${batchSize}
        ) c where w.id >= ${Number(after.slice(0, 10))} order by c.world_id, c.execution_id limit ${batchSize}
      ) page order by 1`,
    write: (tx, keys) => writeEntries(tx, "calls", keys),
  },
  {
    name: "entries",
    page: (after) => sql`
      select kind || ' ' || id as key from search_entries where (kind, id) > (split_part(${after}, ' ', 1), substr(${after}, strpos(${after}, ' ') + 1))
      order by kind, id limit ${batchSize}`,
    write: deleteStray,
  },
];

/** Deletes the entries of things that are gone. */
async function deleteStray(tx: Transaction, keys: readonly string[]): Promise<number> {
  const tables = [
    ["contracts", "contracts", "cid"],
    ["claims", "claims", "id"],
    ["renewals", "automatic_renewals", "arid"],
    ["products", "products", "id"],
    ["renters", "renters", "uid"],
  ] as const;
  for (const [kind, table, key] of tables) {
    const ids = keys.filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1));
    if (ids.length === 0) continue;
    await tx.execute(sql`
      delete from search_entries e where kind = ${kind} and id = any(${sql.param(ids)}::text[])
        and not exists (select from ${sql.raw(table)} t where t.${sql.raw(key)} = e.id)`);
  }
  return 0;
}

/** Begins to write all entries anew, unless that is under way; the job `index-search` does it. */
export async function beginRepair(now: Date): Promise<void> {
  const fresh = { startedAt: now, finishedAt: null, kind: "contracts", after: "", entries: 0 };
  await db
    .insert(searchRepairs)
    .values({ id: onlyRow, ...fresh })
    .onConflictDoUpdate({ target: searchRepairs.id, set: fresh, setWhere: sql`${searchRepairs.finishedAt} is not null` });
}

/** How far the last repair is; undefined before the first. */
export async function readRepair(): Promise<SearchRepair | undefined> {
  const [row] = await db.select().from(searchRepairs);
  return row;
}

/** Writes the next entries of a repair that is under way; false if none is. */
export async function continueRepair(tx: Transaction, now: Date): Promise<boolean> {
  const [repair] = await tx
    .select()
    .from(searchRepairs)
    .where(sql`${searchRepairs.finishedAt} is null`);
  const place = steps.findIndex(({ name }) => name === repair?.kind);
  const step = steps[place];
  if (repair === undefined || step === undefined) return false;
  const keys = (await tx.execute<{ key: string }>(step.page(repair.after))).map(({ key }) => key);
  const entries = repair.entries + (await step.write(tx, keys));
  const last = keys.at(-1);
  const next = steps[place + 1];
  const onward = last !== undefined ? { after: last } : next !== undefined ? { kind: next.name, after: "" } : { finishedAt: now };
  await tx
    .update(searchRepairs)
    .set({ ...onward, entries })
    .where(eq(searchRepairs.id, onlyRow));
  return true;
}
