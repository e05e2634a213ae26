import { eq, getTableColumns, sql as statement } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { fromJson, insertOf, jsonOf, selectOf } from "#db/rows.ts";
import { claimDocuments, claims, settlements } from "#db/schema/claims.ts";
import { contractProducts, contracts, products } from "#db/schema/contracts.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { newContractId, newId } from "#lib/platform/ids.ts";

const at = new Date("2027-03-02T10:00:00.123Z");
const settlement = {
  id: "",
  type: "refund",
  amountCents: 12_345,
  paymentState: "paid",
  paymentAt: at,
  countedAt: at,
  withheldCents: 345,
  concerns: null,
  reason: null,
  proposedBy: "usr_1",
  decidedBy: "usr_2",
  createdAt: at,
} as const;

let claimId: string;
let cid: string;
let productId: string;

beforeAll(async () => {
  const { worlds } = await makePartner();
  ({ id: claimId, cid } = await insertSampleClaim(worlds.production.id, { settlements: [settlement] }));
  const [insured] = await db.select().from(contractProducts).where(eq(contractProducts.cid, cid));
  productId = insured?.productId ?? "";
});

describe("a row has the types of the schema, both from SQL and out of JSON:", () => {
  test.each<[name: string, table: PgTable, key: PgColumn, value: () => string]>([
    ["claims", claims, claims.id, () => claimId],
    ["claim_documents", claimDocuments, claimDocuments.claimId, () => claimId],
    ["settlements", settlements, settlements.claimId, () => claimId],
    ["contracts", contracts, contracts.cid, () => cid],
    ["contract_products", contractProducts, contractProducts.cid, () => cid],
    ["products", products, products.id, () => productId],
  ])("%s", async (_name, table, key, value) => {
    const columns = getTableColumns(table);
    const [first = key] = Object.values(columns);
    const expected = await db.select().from(table).where(eq(key, value())).orderBy(first);
    expect(expected).not.toEqual([]);
    const fromTable = statement`from ${table} r where r.${statement.raw(key.name)} = ${value()} order by r.${statement.raw(first.name)}`;
    const rows = await db.execute(statement`select ${statement.raw(selectOf(columns, "r"))} ${fromTable}`);
    expect([...rows]).toEqual(expected);
    const inJson = await db.execute<{ json: object }>(statement`select ${statement.raw(jsonOf(columns, "r"))} as json ${fromTable}`);
    const toRow = fromJson(columns);
    expect(inJson.map(({ json }) => toRow(json))).toEqual(expected);
  });
});

test("a row is written as given, with lists, JSON, nulls, cents and instants, and without a list of its columns", async () => {
  const [contract] = await db.select().from(contracts).where(eq(contracts.cid, cid));
  const copy = { ...contract!, cid: newContractId(), endedAt: at };
  await db.execute(insertOf(contracts, [copy]));
  expect(await db.select().from(contracts).where(eq(contracts.cid, copy.cid))).toEqual([copy]);
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  const id = newId("prod");
  const another = { ...product!, id, uid: id, valueExclCents: 123_456_789_012, purchasedDate: new Date("0024-05-31T00:00:00.000Z") };
  await db.execute(insertOf(products, [another]));
  expect(await db.select().from(products).where(eq(products.id, id))).toEqual([another]);
});
