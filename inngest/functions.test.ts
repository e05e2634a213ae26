import { describe, expect, test, vi } from "vitest";

// Vitest has a BASE_URL of its own, which is no address.
vi.stubEnv("BASE_URL", "");
const { functions } = await import("#inngest/functions.ts");
const { inngest } = await import("#inngest/client.ts");

const optionsOf = (id: string) => functions.map(({ opts }) => opts).find((opts) => opts.id === id);

describe("the run of a delivery", () => {
  test("begins with the event that it was queued, and ends with the one that it was cancelled", () => {
    expect(optionsOf("deliver")).toMatchObject({
      triggers: [{ event: "covergate/delivery.queued" }],
      cancelOn: [{ event: { name: "covergate/delivery.cancelled" }, if: "async.data.deliveryId == event.data.deliveryId" }],
    });
  });

  test("is one of at most 8 that send to a webhook", () => {
    expect(optionsOf("deliver")).toMatchObject({ concurrency: { key: "event.data.webhookId", limit: 8 } });
  });
});

test("the run of a replay goes behind those that are queued in the ten minutes after it", () => {
  expect(optionsOf("deliver")).toMatchObject({ priority: { run: "event.data.trigger == 'replay' ? -600 : 0" } });
});

test.each([
  ["end-due-contracts", "* * * * *"],
  ["notify-due-renewals", "* * * * *"],
  ["hand-over-deliveries", "* * * * *"],
  ["hand-over-deliveries-again", "*/10 * * * *"],
  ["keep-house", "20 * * * *"],
  ["sweep-stray-files", "*/10 * * * *"],
])("%s runs at %s, one at a time", (id, cron) => {
  expect(optionsOf(id)).toMatchObject({ triggers: [{ cron }], concurrency: 1 });
});

test("the run of a delivery that is cancelled, and no other function's, gives its delivery back", () => {
  const [deliver, giveBack] = ["deliver", "give-back-cancelled"].map(optionsOf);
  expect(giveBack).toMatchObject({
    triggers: [{ event: { name: "inngest/function.cancelled" }, if: `event.data.function_id == '${inngest.id}-${deliver?.id}'` }],
  });
});
