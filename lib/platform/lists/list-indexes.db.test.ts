import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { TransactionSql } from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { sql as pool } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { auditListBy } from "#lib/account/audit/list.ts";
import { listOfKeys } from "#lib/account/search/find.ts";
import { securityList } from "#lib/account/security-events/list.ts";
import { listAt } from "#lib/delivery/deliveries/list.ts";
import { noticeList, noticesOf, partnerNoticeList } from "#lib/delivery/notices/list.ts";
import { activityList } from "#lib/developer/activity/list.ts";
import { callList } from "#lib/developer/calls/list.ts";
import { claimList } from "#lib/insurance/claims/overview.ts";
import { contractList } from "#lib/insurance/contracts/list.ts";
import { productList } from "#lib/insurance/products/list.ts";
import { renewalListIn } from "#lib/insurance/renewals/list.ts";
import { entryList } from "#lib/insurance/statements/entries-of-month.ts";
import { readJitAboveCost, pretendRows } from "#lib/platform/database/many-rows.fixture.ts";
import { pageStatement } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { Filter, Filters } from "#lib/platform/lists/portal-lists.ts";

// A database of its own, since the rows are of no use to anybody else.
await useOwnDatabase({ isNarrow: true });

const ofWorld = sql`r.world_id = 1`;
const everywhere = sql`true`;

/** Every list of the engine with the rows that its callers may see. */
const lists: Record<string, [list: unknown, scope: SQL]> = {
  "lib/developer/activity/list.ts": [activityList, sql`r.actor ->> 'partnerId' = 'ptn_1'`],
  "lib/account/audit/list.ts": [auditListBy([{ by: "userId", value: "usr_1" }]), everywhere],
  "lib/developer/calls/list.ts": [callList, ofWorld],
  "lib/insurance/claims/overview.ts": [listOfKeys(claimList, sql`r.id`, ["x"]), ofWorld],
  "lib/insurance/contracts/list.ts": [listOfKeys(contractList, sql`r.cid`, ["x"]), ofWorld],
  "lib/delivery/deliveries/list.ts": [listAt({ id: 1, environment: "development" }, new Date(0), {}), ofWorld],
  "lib/delivery/notices/list.ts": [noticeList, everywhere],
  "lib/delivery/notices/list.ts, of a partner": [partnerNoticeList, noticesOf("ptn_1")],
  "lib/insurance/products/list.ts": [listOfKeys(productList, sql`r.id`, ["x"]), sql`${ofWorld} and not r.hidden and r.deleted_at is null`],
  "lib/insurance/renewals/list.ts": [listOfKeys(renewalListIn("asc"), sql`r.arid`, ["x"]), ofWorld],
  "lib/account/security-events/list.ts": [securityList, everywhere],
  "lib/insurance/statements/entries-of-month.ts": [entryList, ofWorld],
};

/** These say themselves which ranges of an index they read. */
const withRanges = ["lib/insurance/claims/desk/queue.ts"];

type AnyList = List<Filters, object>;
type Plan = { Plans?: Plan[] } & Record<string, unknown>;

/** So many that reading all of a world costs more than any look-up. */
const rowsPerTable = 20_000;

const valueOfType: Record<string, string> = {
  text: "md5(place::text)",
  boolean: "place % 2 = 0",
  smallint: "place % 500",
  integer: "1 + place % 2",
  bigint: "place",
  jsonb: "jsonb_build_object('userId', md5('u' || place % 500), 'partnerId', 'ptn_' || place % 2)",
  ARRAY: "'{}'",
  "timestamp with time zone": "timestamptz '2026-01-01Z' + place * interval '1 second'",
};

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

/** The value of a column in the row `place`: one that a filter offers where there is a choice, and half the time null if it may be. */
function valueOf({ name, type, isNullable }: Column, table: string): string {
  const filters = Object.values(lists).flatMap(([list]) =>
    (list as AnyList).table === table ? Object.values((list as AnyList).filters) : [],
  );
  const choice = filters.find((filter) => "values" in filter && filter.column === name);
  const value =
    choice !== undefined && "values" in choice
      ? `('{${choice.values.join()}}'::text[])[1 + place % ${choice.values.length}]`
      : (valueOfType[type] ?? "null");
  return isNullable ? `case when hashtext('${name}' || place) % 2 = 0 then ${value} end` : value;
}

/** Rows of any values: the rules of the columns are taken away first. */
beforeAll(async () => {
  const tables = [...new Set(Object.values(lists).map(([list]) => (list as AnyList).table))];
  const fill = async (tx: TransactionSql) => {
    await tx`set local session_replication_role = replica`;
    for (const table of tables) {
      const checks = await tx<
        { name: string }[]
      >`select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`;
      for (const { name } of checks) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`;
      const columns = await tx<Column[]>`
        select column_name as name, data_type as type, is_nullable = 'YES' as "isNullable" from information_schema.columns
        where table_name = ${table} and is_generated = 'NEVER'`;
      const values = columns.map((column) => valueOf(column, table));
      await tx.unsafe(
        `insert into ${table} (${columns.map(({ name }) => name).join()}) select ${values.join()} from generate_series(1, ${rowsPerTable}) place`,
      );
    }
  };
  // Such an insertion may say nothing for long.
  await withPatience(() => pool.begin(fill));
  await pretendRows(tables, 1_000_000);
});

const dialect = new PgDialect();

/** The indexes by which Postgres reads the rows of a list, and what it looks up in them. */
async function indexesOf(list: AnyList, scope: SQL, query: object): Promise<{ names: string[]; conditions: string; cost: number }> {
  const { sql: text, params } = dialect.sqlToQuery(pageStatement(list, scope, { limit: 25, ...query } as never));
  const plan = await pool.begin(async (tx) => {
    // Its conditions would be in other nodes of the plan.
    await tx`set local enable_bitmapscan = off`;
    const [row] = await tx.unsafe<{ "QUERY PLAN": [{ Plan: Plan }] }[]>(`explain (format json) ${text}`, params as string[]);
    return row?.["QUERY PLAN"][0].Plan ?? {};
  });
  // The rows are in the default partition of a partitioned table.
  const scans = nodesOf(plan).filter(
    (node) =>
      /^r(?:_\d+)?$/.test(String(node["Alias"])) && [list.table, `${list.table}_other_days`].includes(String(node["Relation Name"])),
  );
  return {
    names: scans.map((node) => String(node["Index Name"] ?? node["Node Type"])),
    conditions: scans.map((node) => String(node["Index Cond"])).join("\n"),
    cost: Number(plan["Total Cost"]),
  };
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** A value of each kind that a filter can lead with. */
function valuesOf(filter: Filter): unknown[] {
  const isLeading = (value: string) =>
    typeof filter.isUnindexed === "function" ? !filter.isUnindexed(value) : filter.isUnindexed !== true;
  switch (filter.kind) {
    case "from":
    case "to":
      return [];
    case "day":
      return isLeading("x") ? ["2027-01-31"] : [];
    case "choice":
      return filter.values.filter(isLeading);
    case "choices":
      return filter.values.filter(isLeading).map((value) => [value]);
    case "several":
      return ["x", "404", "4xx", "GET"].filter((value) => filter.form.test(value) && isLeading(value)).map((value) => [value]);
    case "boolean":
      return isLeading("true") ? [true] : [];
    case "search":
    case "text":
      return isLeading("x") ? ["x"] : [];
  }
}

test("every list of the list engine is in this test", () => {
  const reading = globSync("lib/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts") && file !== "lib/platform/lists/list.ts" && readFileSync(file, "utf8").includes("readPage("),
  );
  expect(reading.map((file) => file.replaceAll("\\", "/")).toSorted()).toEqual(
    [...new Set([...Object.keys(lists).map((name) => name.replace(/,.*/, "")), ...withRanges])].toSorted(),
  );
});

describe.each(Object.entries(lists))("the list %s is read by an index", (_file, [declared, scope]) => {
  const list = declared as AnyList;
  // Searches of calls and deliveries lead with conditions of their own (lib/rpc/plans.db.test.ts).
  const filters = Object.entries<Filter>(list.filters).filter(([, { kind }]) => kind !== "search" || list.found !== undefined);
  const leading = filters.flatMap(([name, filter]) => valuesOf(filter).map((value) => [name, value] as const));

  test("for its order", async () => {
    const { names, conditions, cost } = await indexesOf(list, scope, {});
    expect(names).not.toEqual([]);
    expect(names).not.toContain("Seq Scan");
    const { conditions: after } = await indexesOf(list, scope, { before: "2026-01-01T00:00:00.000Z~x" });
    expect(after.length).toBeGreaterThan(conditions.length);
    expect(cost).toBeLessThan(await readJitAboveCost());
  });

  test.runIf(list.found !== undefined)("for the keys of many rows that a search found", async () => {
    const keys = Array.from({ length: 500 }, (_, number) => `x${number}`);
    const found = await indexesOf(listOfKeys(list, sql.raw(`r.${list.order.key}`), keys), scope, { search: "x" });
    const unfiltered = await indexesOf(list, scope, {});
    expect(found.names).not.toEqual([]);
    expect(found.names).not.toContain("Seq Scan");
    expect(found.names.filter((index) => unfiltered.names.includes(index))).toEqual([]);
  });

  test.each(leading)("for the filter %s, as with %j", async (name, value) => {
    const unfiltered = await indexesOf(list, scope, {});
    const filtered = await indexesOf(list, scope, { [name]: value });
    expect(filtered.names).not.toEqual([]);
    expect(filtered.names).not.toContain("Seq Scan");
    expect(filtered.names.filter((index) => unfiltered.names.includes(index))).toEqual([]);
    expect(filtered.cost).toBeLessThan(await readJitAboveCost());
    const { column } = list.filters[name] as { column?: string };
    if (column !== undefined && list.conditions?.[name] === undefined) expect(filtered.conditions).toContain(column);
  });
});
