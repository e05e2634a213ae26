import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { updateMeanDuration, heldPerWebhook, inFlightPerWebhook } from "#lib/delivery/deliveries/rules/pace.ts";

const duration = fc.double({ min: 0, max: 10_000, noNaN: true });

describe("the number of deliveries that an instance leases for a webhook", () => {
  test("is the limit of requests in flight for an unknown or slow endpoint", () => {
    expect(inFlightPerWebhook).toBe(8);
    for (const meanDurationMs of [undefined, 250, 9_000, 10_000]) expect(heldPerWebhook(meanDurationMs)).toBe(8);
  });

  test.each([
    [100, 20],
    [20, 100],
    [1, 256],
    [0, 256],
  ])("for an endpoint that takes %d ms is what it answers in a quarter of a second: %d", (meanDurationMs, held) => {
    expect(heldPerWebhook(meanDurationMs)).toBe(held);
  });

  test("is never below the limit of requests in flight, and never higher for a slower endpoint", () => {
    fc.assert(
      fc.property(duration, duration, (one, other) => {
        const [faster, slower] = [Math.min(one, other), Math.max(one, other)];
        expect(heldPerWebhook(slower)).toBeLessThanOrEqual(heldPerWebhook(faster));
        expect(heldPerWebhook(slower)).toBeGreaterThanOrEqual(inFlightPerWebhook);
      }),
    );
  });
});

describe("the mean duration", () => {
  test("is that of the first attempt at first", () => expect(updateMeanDuration(undefined, 40)).toBe(40));

  test("lies between its previous value and the latest attempt", () => {
    fc.assert(
      fc.property(duration, duration, (mean, latest) => {
        const blended = updateMeanDuration(mean, latest);
        expect(blended).toBeGreaterThanOrEqual(Math.min(mean, latest) - 1e-9);
        expect(blended).toBeLessThanOrEqual(Math.max(mean, latest) + 1e-9);
      }),
    );
  });

  test("rises within 8 time-outs of a fast endpoint so far that no more than the limit in flight is leased", () => {
    let mean: number | undefined = 1;
    for (let count = 0; count < 8; count += 1) mean = updateMeanDuration(mean, 10_000);
    expect(heldPerWebhook(mean)).toBe(inFlightPerWebhook);
  });
});
