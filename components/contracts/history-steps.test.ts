import { expect, test } from "vitest";
import { stepsOf } from "#components/contracts/history.tsx";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { HistoryEntry } from "#lib/developer/events/history.ts";

const event = (eventType: EventType, executionId: string | null, second: number): HistoryEntry => ({
  id: `${eventType} ${second}`,
  eventType,
  at: new Date(Date.UTC(2027, 0, 6, 10, 0, second)),
  executionId,
  player: null,
  call: null,
  changes: [],
  deliveries: null,
});

// rules/words.md#history-1
test("what one call caused is one step, named by what happened before the status that follows from it", () => {
  const latestFirst = [
    event("v2.claim.created", "exec_2", 3),
    event("v2.claim.status.updated", "exec_2", 3),
    event("v2.claim.draft.ready", "exec_1", 2),
    event("v2.claim.document.uploaded", "exec_1", 2),
    event("v2.claim.document.uploaded", "exec_0", 1),
    event("v2.claim.draft.created", null, 0),
  ];
  expect(stepsOf(latestFirst).map((step) => step.map(({ eventType }) => eventType.slice("v2.claim.".length)))).toEqual([
    ["created", "status.updated"],
    ["document.uploaded", "draft.ready"],
    ["document.uploaded"],
    ["draft.created"],
  ]);
});

test("changes of one cause at two moments are two steps", () => {
  const played = [event("v2.claim.closed", "scenario_1", 2), event("v2.claim.settlement.paid", "scenario_1", 1)];
  expect(stepsOf(played)).toHaveLength(2);
});
