import { PgDialect } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { writeText } from "#lib/account/search/entry-text.ts";
import { entriesStatement, findEntries } from "#lib/account/search/find.ts";
import type { Search } from "#lib/account/search/find.ts";

await useOwnDatabase({ isNarrow: true });

const blockSize = 4_096;
const [large, small] = [1, 2];
/** So that the large world has several blocks. */
const [manyEntries, fewEntries] = [5 * blockSize, 40];

/** Entries as the job writes them. Every text of the small world is also in the large one, and the same share of rows has it. */
async function fill(worldId: number, entries: number): Promise<void> {
  for (let written = 0; written < entries; written += blockSize) {
    const count = Math.min(blockSize, entries - written);
    const [block] = await sql<{ id: number }[]>`
      insert into search_blocks (world_id, kind, entries, newest_at) values (${worldId}, 'contracts', ${count}, now()) returning id`;
    const rows = Array.from({ length: count }, (_none, index) => {
      const number = written + index;
      const parts = writeText([
        ["ownName", number % 2 === 0 ? "Marie Martin" : "Jean Durand"],
        ["renter", number < entries / 4 ? "Ancien Loueur" : "Vélos du Lac"],
        ["internalId", `fleet-${number}`],
        ["marking", number === 0 ? "unique-marking" : "FR-1"],
      ]);
      const trigrams = parts.trigrams.map((hash) => hash ^ (block?.id ?? 0));
      const at = new Date(Date.UTC(2026, 0, 1) + number * 1000);
      return { kind: "contracts", id: `${worldId}-${number}`, world_id: worldId, at, block: block?.id, text: parts.text, trigrams };
    });
    await sql`insert into search_entries select * from json_populate_recordset(null::search_entries, ${JSON.stringify(rows)}::text::json)`;
  }
  await sql`select gin_clean_pending_list('search_entries_trigrams')`;
  await sql`analyze search_entries`;
  await sql`analyze search_blocks`;
}

interface Node {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

/** The entries that a search reads, and the pages of all that it touches. */
async function costOf(search: Search): Promise<{ rows: number; pages: number }> {
  const statement = entriesStatement(search);
  if (statement === undefined) throw new Error("nothing to look for");
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const [row] = await sql.unsafe<{ "QUERY PLAN": [{ Plan: Node }] }[]>(
    `explain (analyze, buffers, format json) ${text}`,
    params as string[],
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("there is no plan");
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "search_entries");
  const readBy = (node: Node) => node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return {
    rows: scans.reduce((sum, node) => sum + readBy(node) * node["Actual Loops"], 0),
    pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
  };
}

const searchIn = (scope: number, typed: string): Search => ({ kinds: ["contracts"], typed, scope, most: 26 });

// rules/search.md#find-6
describe("beside a large world with the same texts", () => {
  const texts = ["Marie Martin", "vélos du lac", "ancien loueur", "unique-marking", "fleet-7", "fleet", "fleet-4000", "nowhere"];
  const alone = new Map<string, { found: string[]; cost: Awaited<ReturnType<typeof costOf>> }>();
  const lookFor = async (typed: string) => ({
    found: (await findEntries(searchIn(small, typed))).map(({ id }) => id),
    cost: await costOf(searchIn(small, typed)),
  });

  beforeAll(async () => {
    await fill(small, fewEntries);
    for (const typed of texts) alone.set(typed, await lookFor(typed));
    await fill(large, manyEntries);
  });

  test.each(texts)("a small world finds the same, and reads no more entries: %s", async (typed) => {
    const beside = await lookFor(typed);
    expect(beside.found).toEqual(alone.get(typed)?.found);
    expect(beside.cost.rows).toBeLessThanOrEqual(fewEntries);
    // Each trigram of each block is a way down the index, which is a little deeper.
    expect(beside.cost.pages).toBeLessThan(100);
  });

  test.each(["Marie Martin", "vélos du lac", "ancien loueur", "fleet"])("a frequent text ends within a block or two: %s", async (typed) => {
    expect(await findEntries(searchIn(large, typed))).toHaveLength(26);
    expect((await costOf(searchIn(large, typed))).rows).toBeLessThanOrEqual(2 * blockSize);
  });

  test.each(["unique-marking", "nowhere", "fleet-20001"])("a rare text reads few entries: %s", async (typed) => {
    const found = await findEntries(searchIn(large, typed));
    expect(found.length).toBeLessThanOrEqual(1);
    expect((await costOf(searchIn(large, typed))).rows).toBeLessThanOrEqual(20);
  });
});
