import { expect, test } from "vitest";
import { searchTextOfCall } from "#lib/developer/calls/rules/search-text.ts";

const cid = "01KB7W3Q6Z8M4N5P7R9S1T3V5X";
const cpid = `cpid_${cid.replace("Z", "A")}`;
const productId = `prod_${cid.replace("Z", "B")}`;
const otherCid = cid.replace("Z", "C");
const body = JSON.stringify({
  cid,
  uid: "shop-1",
  products: { [cpid]: { product_id: productId, product_marked: "BC-77" } },
  renewed_cid: otherCid,
});

const call = {
  executionId: "exec_1",
  path: "/v2/contracts",
  requestBody: null,
  responseBody: body,
  requestHeaders: [["Idempotency-Key", "my key"]] as const,
  subjectId: cid,
  preview: false,
  status: 201,
};
const lines = (changes: Partial<typeof call> | { subjectId: null }) => searchTextOfCall({ ...call, ...changes }).split("\n");

test("a call is found by its identifier, path and key, and by the markings in its bodies", () => {
  expect(lines({})).toEqual(["exec1", "v2contracts", "mykey", "shop1", "bc77", otherCid.toLowerCase()]);
});

test.each([
  ["about nothing", { subjectId: null }],
  ["that failed", { status: 400 }],
  ["that previews", { preview: true }],
])("a call %s is found by every identifier in its bodies, since no contract has them", (_, changes) => {
  expect(lines(changes)).toEqual(expect.arrayContaining([cid, cpid, productId, otherCid].map((id) => id.replace("_", "").toLowerCase())));
});

test("a call about a contract leaves the contract's own identifiers to the contract, and keeps others", () => {
  const text = lines({});
  for (const id of [cid, cpid, productId]) expect(text).not.toContain(id.replace("_", "").toLowerCase());
  expect(text).toContain(otherCid.toLowerCase());
});

test("a call about a product keeps the identifiers of contracts", () => {
  expect(lines({ subjectId: productId })).toEqual(expect.arrayContaining([cpid.replace("_", "").toLowerCase(), cid.toLowerCase()]));
});
