import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { writeText } from "#lib/account/search/fields.ts";
import type { EntryKind } from "#lib/account/search/find.ts";
import { trigramsOf } from "#lib/account/search/trigrams.ts";
import { load } from "#lib/developer/search/load.ts";
import type { Loaded } from "#lib/developer/search/load.ts";

/** So many entries are in a block. A search reads at most so many before it has the newest of a frequent text. */
const blockSize = 4_096;

const nameOf = ({ id, worldId }: { id: string; worldId: number }) => `${worldId} ${id}`;

/** The identifier of an entry by the key of a mark. */
const idOf = (key: string) => key.slice(key.indexOf(" ") + 1);

/** Writes the entries of things as they are stored now, and deletes those of things that are gone; returns how many were written. */
export async function writeEntries(tx: Transaction, kind: EntryKind, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const loaded = await load(tx, kind, keys);
  const ids = keys.map(idOf);
  const stored = await tx.execute<{ id: string; worldId: number; block: number }>(sql`
    select id, world_id, block from search_entries where kind = ${kind} and id = any(${sql.param(ids)}::text[])`);
  const blocks = new Map(stored.map((row) => [nameOf(row), row.block]));
  const created = loaded.filter((one) => !blocks.has(nameOf(one))).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const [worldId, ofWorld] of Map.groupBy(created, (one) => one.worldId)) {
    const places = await takePlaces(tx, { kind, worldId, count: ofWorld.length, newestAt: ofWorld.at(-1)?.at });
    for (const [index, one] of ofWorld.entries()) blocks.set(nameOf(one), places[index] ?? 0);
  }
  const present = new Set(loaded.map(nameOf));
  const gone = stored.filter((row) => !present.has(nameOf(row)));
  for (const { id, worldId } of gone) {
    await tx.execute(sql`delete from search_entries where kind = ${kind} and id = ${id} and world_id = ${worldId}`);
  }
  await upsert(
    tx,
    loaded.map((one) => ({ ...one, block: blocks.get(nameOf(one)) ?? 0 })),
  );
  return loaded.length;
}

/** Writes contracts with their claims and renewals, which are found by what finds the contract. */
export async function writeContracts(tx: Transaction, cids: readonly string[]): Promise<number> {
  if (cids.length === 0) return 0;
  const keys = sql`any(${sql.param([...cids])}::text[])`;
  const about = await tx.execute<{ kind: EntryKind; id: string }>(sql`
    select 'claims' as kind, id from claims where cid = ${keys} union all select 'renewals', arid from automatic_renewals where cid = ${keys}`);
  let written = await writeEntries(tx, "contracts", cids);
  for (const kind of ["claims", "renewals"] as const) {
    const ids = about.filter((row) => row.kind === kind).map(({ id }) => id);
    written += await writeEntries(tx, kind, ids);
  }
  return written;
}

async function upsert(tx: Transaction, entries: readonly (Loaded & { block: number })[]): Promise<void> {
  const rows = entries.map(({ values, worldId, ...entry }) => {
    const { text, ...found } = writeText(values);
    return { ...entry, world_id: worldId, text, hashes: trigramsOf(found.values, found.names) };
  });
  await tx.execute(sql`
    insert into search_entries as e (kind, id, world_id, at, block, text, trigrams)
    select kind, id, world_id, at, block, text, array(select hash # block from unnest(hashes) hash)
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (kind text, id text, world_id int, at timestamptz, block int, text text, hashes int[])
    on conflict (kind, id, world_id) do update set at = excluded.at, text = excluded.text, trigrams = excluded.trigrams
    where e.text <> excluded.text`);
}

/** The blocks of new entries, in order: the last one of the world and kind while it has room, then new ones. */
async function takePlaces(
  tx: Transaction,
  { kind, worldId, count, newestAt = new Date(0) }: { kind: EntryKind; worldId: number; count: number; newestAt: Date | undefined },
): Promise<number[]> {
  const places: number[] = [];
  while (places.length < count) {
    const [last] = await tx.execute<{ id: number; entries: number }>(sql`
      select id, entries from search_blocks where kind = ${kind} and world_id = ${worldId} order by id desc limit 1`);
    const taken = Math.min(count - places.length, blockSize - (last?.entries ?? blockSize));
    if (last === undefined || taken === 0) {
      await tx.execute(sql`insert into search_blocks (world_id, kind, entries, newest_at) values (${worldId}, ${kind}, 0, ${newestAt})`);
      continue;
    }
    await tx.execute(
      sql`update search_blocks set entries = entries + ${taken}, newest_at = greatest(newest_at, ${newestAt}) where id = ${last.id}`,
    );
    places.push(...Array.from({ length: taken }, () => last.id));
  }
  return places;
}
