import { expect, test } from "vitest";
import { changesBetween } from "#lib/developer/events/rules/changes.ts";
import {
  claimClosed,
  claimCreated,
  claimRefused,
  claimStatusUpdated,
  documentAccepted,
  documentRefused,
  documentRequested,
  documentUploaded,
  draftCreated,
  settlementCreated,
} from "#lib/developer/events/samples-claim.ts";
import { contractCreated, contractUpdated, sampleCpid } from "#lib/developer/events/samples-contract.ts";
import { renewalEnabled, renewalUpdated } from "#lib/developer/events/samples-renewal.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";

const [refund] = settlementCreated.settlements as [WireClaim["settlements"][number]];
const withDeduction = [refund, { ...refund, id: "stl_2", type: "charge", amount: 45.5 }] as const;
const insured = contractCreated.products[sampleCpid];

test.each([
  [
    "a contract that was made longer",
    "contract",
    contractCreated,
    contractUpdated,
    [
      { field: "end", from: "2025-04-10T07:00:00.000Z", to: "2025-05-10T07:00:00.000Z" },
      { field: "price", from: 87.08, to: 116.11 },
    ],
  ],
  ["a renewal of another length", "renewal", renewalEnabled, renewalUpdated, [{ field: "months", from: 3, to: 6 }]],
  ["a document of a claim", "claim", draftCreated, documentUploaded, [{ field: "uploaded", names: ["Photo du vélo dans son ensemble"] }]],
  [
    "a claim that was submitted",
    "claim",
    documentUploaded,
    { ...claimCreated, documentEntries: documentUploaded.documentEntries },
    [{ field: "status", from: "draft", to: "submitted" }],
  ],
  [
    "a refund that was approved, and a deduction, with their amounts",
    "claim",
    claimStatusUpdated,
    {
      ...settlementCreated,
      status: claimStatusUpdated.status,
      documentEntries: claimStatusUpdated.documentEntries,
      settlements: withDeduction,
    },
    [
      { field: "settlement", id: withDeduction[0].id, type: "refund", amount: 186.4 },
      { field: "settlement", id: "stl_2", type: "charge", amount: -45.5 },
    ],
  ],
  [
    "a refund that was paid",
    "claim",
    settlementCreated,
    { ...claimClosed, status: settlementCreated.status },
    [{ field: "settlement", id: withDeduction[0].id, type: "refund", amount: 186.4 }],
  ],
  [
    "another insured company",
    "contract",
    { ...contractCreated, company: { siren: "552100554", city: "LYON" } },
    { ...contractCreated, company: { siren: "552100554", city: "PARIS", zipcode: "75002" } },
    [{ field: "company", names: ["city", "zipcode"] }],
  ],
  [
    "an insured person without an e-mail address",
    "contract",
    { ...contractCreated, individual: { first_name: "Grace", email: "grace@example.com" } },
    { ...contractCreated, individual: { first_name: "Grace" } },
    [{ field: "individual", names: ["email"] }],
  ],
  [
    "a product that was replaced by one with another user",
    "contract",
    contractCreated,
    {
      ...contractCreated,
      products: {
        [sampleCpid]: { ...insured, status: "has_been_replaced", replaced_by: "cpid_2" },
        cpid_2: { ...insured, data: { ...insured.data, user_name: "Grace Hopper" } },
      },
    },
    [
      { field: "replaced", names: [sampleCpid] },
      { field: "data", names: ["user_name"] },
    ],
  ],
  [
    "a refused document",
    "claim",
    claimStatusUpdated,
    documentRefused,
    [
      { field: "refused", names: ["Photo de la casse (angle 1)"] },
      { field: "reason", names: ["La photo est floue."] },
    ],
  ],
  [
    "an accepted document",
    "claim",
    claimStatusUpdated,
    documentAccepted,
    [{ field: "accepted", names: ["Photo du vélo dans son ensemble"] }],
  ],
  [
    "a requested document",
    "claim",
    claimStatusUpdated,
    documentRequested,
    [
      { field: "status", from: "in_progress", to: "pending_info" },
      { field: "requested", names: ["Devis de réparation"] },
    ],
  ],
  [
    "a claim that was rejected",
    "claim",
    claimStatusUpdated,
    claimRefused,
    [
      { field: "status", from: "in_progress", to: "rejected" },
      { field: "note", names: ["Les dommages sont antérieurs au contrat."] },
    ],
  ],
  ["nothing", "contract", contractCreated, { ...contractCreated, updated_date: "2027-02-01T00:00:00.000Z" }, []],
] as const)("the changes of %s are listed", (_name, kind, before, after, changes) => {
  expect(changesBetween(kind, before, after)).toEqual(changes);
});
