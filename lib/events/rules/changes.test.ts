import { expect, test } from "vitest";
import { changesBetween } from "#lib/events/rules/changes.ts";
import { claimCreated, draftCreated, documentUploaded } from "#lib/events/samples-claim.ts";
import { contractCreated, contractUpdated } from "#lib/events/samples-contract.ts";
import { renewalEnabled, renewalUpdated } from "#lib/events/samples-renewal.ts";

test.each([
  [
    "a contract that was made longer",
    "contract",
    contractCreated,
    contractUpdated,
    [
      { field: "end", from: "2027-04-10T08:00:00.000Z", to: "2027-05-10T08:00:00.000Z" },
      { field: "price", from: 87.08, to: 116.11 },
    ],
  ],
  ["a renewal of another length", "renewal", renewalEnabled, renewalUpdated, [{ field: "months", from: 3, to: 6 }]],
  ["a document of a claim", "claim", draftCreated, documentUploaded, [{ field: "documents", from: 0, to: 1 }]],
  [
    "a claim that was submitted",
    "claim",
    documentUploaded,
    { ...claimCreated, documentEntries: documentUploaded.documentEntries },
    [{ field: "status", from: "draft", to: "submitted" }],
  ],
  ["nothing", "contract", contractCreated, { ...contractCreated, updated_date: "2027-02-01T00:00:00.000Z" }, []],
] as const)("the changes of %s are told", (_name, kind, before, after, changes) => {
  expect(changesBetween(kind, before, after)).toEqual(changes);
});
