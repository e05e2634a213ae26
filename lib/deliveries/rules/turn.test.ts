import { expect, test } from "vitest";
import { decideTurn } from "#lib/deliveries/rules/turn.ts";
import type { Queued, Turn } from "#lib/deliveries/rules/turn.ts";

const now = new Date("2027-03-01T09:00:00.000Z");
const later = new Date("2027-03-01T09:00:00.001Z");

test.each<[what: string, queued: Queued | undefined, turn: Turn]>([
  ["that is over is left alone", undefined, { action: "end" }],
  ["that is due is attempted", { isWanted: true, dueAt: now, othersUntil: null }, { action: "attempt" }],
  ["that is not due yet waits", { isWanted: true, dueAt: later, othersUntil: null }, { action: "wait", until: later }],
  [
    "whose webhook others send all to that there may be waits for them",
    { isWanted: true, dueAt: now, othersUntil: later },
    { action: "wait", until: later },
  ],
  ["whose webhook others have let go of is attempted", { isWanted: true, dueAt: now, othersUntil: now }, { action: "attempt" }],
  ["of a disabled webhook is given back, due or not", { isWanted: false, dueAt: later, othersUntil: later }, { action: "give back" }],
])("a delivery %s", (_what, queued, turn) => {
  expect(decideTurn(queued, now)).toEqual(turn);
});
