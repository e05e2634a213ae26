import { expect, test } from "vitest";
import { latestSteps } from "#components/console/look-up/insurance.tsx";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { FoundContract } from "#lib/developer/console/find-insurance.ts";

const at = (second: number) => new Date(Date.UTC(2027, 0, 6, 10, 0, second));

const call = (executionId: string, method: string, second: number): FoundContract["calls"][number] => ({
  executionId,
  at: at(second),
  keyId: "key_1",
  method,
  path: "/v2/contracts",
  endpoint: null,
  preview: false,
  status: 200,
  errorCode: null,
  durationMs: 5,
  source: "system",
  keyPreview: null,
  about: null,
  company: null,
});

const event = (id: string, eventType: EventType, executionId: string | null, second: number): FoundContract["events"][number] => ({
  id,
  eventType,
  executionId,
  at: at(second).toISOString(),
});

// rules/words.md#history-1
test("an event stands with its call, and what has none stands alone", () => {
  const calls = [call("exec_read", "GET", 9), call("exec_change", "PATCH", 5), call("exec_create", "POST", 1)];
  const events = [
    event("evt_4", "v2.contract.closed", null, 8),
    event("evt_3", "v2.contract.updated", "exec_change", 5),
    event("evt_2", "v2.contract.renewal.enabled", "exec_create", 1),
    event("evt_1", "v2.contract.created", "exec_create", 1),
  ];
  expect(latestSteps({ calls, events }).map((step) => [step.call?.method ?? null, step.events.map(({ id }) => id)])).toEqual([
    ["GET", []],
    [null, ["evt_4"]],
    ["PATCH", ["evt_3"]],
    ["POST", ["evt_1", "evt_2"]],
  ]);
});
