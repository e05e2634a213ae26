import { expect, test } from "vitest";
import { turnOf } from "#lib/insurance/claims/rules/change.ts";
import type { WaitingClaim } from "#lib/insurance/claims/rules/change.ts";

const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const nothing = { statusSince: day(1), toPaySince: null, atBankSince: null };

test.each<[string, Partial<WaitingClaim> & Pick<WaitingClaim, "status" | "stage">, ReturnType<typeof turnOf>]>([
  ["a submitted claim is ours to take over", { status: "submitted", stage: null }, { turn: "ours", dueAt: day(3) }],
  ["one in progress is ours to decide", { status: "in_progress", stage: "waiting_for_tulip" }, { turn: "ours", dueAt: day(6) }],
  ["so is one that was reopened", { status: "in_progress", stage: "reopened" }, { turn: "ours", dueAt: day(6) }],
  ["requested documents are the insured's", { status: "pending_info", stage: "document_to_send" }, { turn: "insured", dueAt: day(15) }],
  [
    "an approved refund is ours to pay, counted from its approval",
    { status: "in_progress", stage: "waiting_for_payment", toPaySince: day(9) },
    { turn: "ours", dueAt: day(11) },
  ],
  [
    "a transfer is the bank's",
    { status: "in_progress", stage: "waiting_for_payment", atBankSince: day(10) },
    { turn: "bank", dueAt: day(13) },
  ],
  [
    "with one refund at the bank and one to pay it is ours",
    { status: "in_progress", stage: "waiting_for_payment", toPaySince: day(9), atBankSince: day(2) },
    { turn: "ours", dueAt: day(11) },
  ],
  ["a draft waits for nobody here", { status: "draft", stage: null }, null],
  ["nor does a claim that is over", { status: "closed", stage: "closed_paid" }, null],
])("%s", (_case, claim, expected) => {
  expect(turnOf({ ...nothing, ...claim })).toEqual(expected);
});
