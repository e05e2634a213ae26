import { expect, test } from "vitest";
import { itemsBySentBody, readSentBody } from "#lib/developer/readiness/rules/sent-body.ts";

const { createContract, updateContract, updateAutomaticRenewal } = itemsBySentBody;

test.each([
  ["lcd", { contract_type: "LCD", options: ["break", "theft"] }, true],
  ["lcd", { contract_type: "LCD", options: ["break", "theft", "ia"] }, false],
  ["lcd", { contract_type: "LCD", options: [] }, false],
  ["lcd", { contract_type: "LMD", options: ["break", "theft"] }, false],
  ["lcd", { contract_type: "LCD" }, false],
  ["lmd", { contract_type: "LMD", options: ["break", "theft", "company"] }, true],
  ["lmd", { contract_type: "LLD", options: ["company"] }, false],
  ["lld", { contract_type: "LLD", options: ["individual"] }, true],
  ["lld", { contract_type: "LLD", options: ["company"] }, false],
] as const)("a contract proves %s by %j: %s", (item, body, proves) => {
  expect(createContract[item](readSentBody(JSON.stringify(body)))).toBe(proves);
});

test.each([
  [{ end_date: "2027-01-01T00:00:00Z" }, true],
  [{ company: {} }, true],
  [{ products: {} }, false],
  [{}, false],
])("a change of a contract is proved by %j: %s", (body, proves) => {
  expect(updateContract.changed(body)).toBe(proves);
});

test("rejecting and resuming a renewal are proved by the same field", () => {
  const proofs = [{ rejected: true }, { rejected: false }, {}].map((body) => [
    updateAutomaticRenewal.renewalRejected(body),
    updateAutomaticRenewal.renewalResumed(body),
  ]);
  expect(proofs).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});

test.each([null, "", "[1", "not JSON", "3", "null", '{"options":"brea… cut after 16 KiB'])(
  "the unreadable body %j proves nothing",
  (text) => {
    expect(readSentBody(text)).toEqual({});
  },
);
