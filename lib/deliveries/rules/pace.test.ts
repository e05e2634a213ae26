import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { updateMeanDuration, heldPerWebhook, inFlightPerWebhook } from "#lib/deliveries/rules/pace.ts";

const duration = fc.double({ min: 0, max: 10_000, noNaN: true });

describe("what an instance holds of a webhook", () => {
  test("is what may be in flight while nothing is known of its endpoint, and while that is slow", () => {
    expect(inFlightPerWebhook).toBe(8);
    for (const meanDurationMs of [undefined, 250, 9_000, 10_000]) expect(heldPerWebhook(meanDurationMs)).toBe(8);
  });

  test.each([
    [100, 20],
    [20, 100],
    [1, 256],
    [0, 256],
  ])("is what an endpoint that takes %d ms answers in a quarter of a second: %d", (meanDurationMs, held) => {
    expect(heldPerWebhook(meanDurationMs)).toBe(held);
  });

  test("is never less than may be in flight, and no more for a slower endpoint than for a faster one", () => {
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
  test("begins with the first attempt", () => expect(updateMeanDuration(undefined, 40)).toBe(40));

  test("lies between what it was and the latest attempt", () => {
    fc.assert(
      fc.property(duration, duration, (mean, latest) => {
        const blended = updateMeanDuration(mean, latest);
        expect(blended).toBeGreaterThanOrEqual(Math.min(mean, latest) - 1e-9);
        expect(blended).toBeLessThanOrEqual(Math.max(mean, latest) + 1e-9);
      }),
    );
  });

  test("knows within 8 time-outs that a fast endpoint is dead, and gives it no more than may be in flight", () => {
    let mean: number | undefined = 1;
    for (let count = 0; count < 8; count += 1) mean = updateMeanDuration(mean, 10_000);
    expect(heldPerWebhook(mean)).toBe(inFlightPerWebhook);
  });
});
