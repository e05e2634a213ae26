import { describe, expect, test } from "vitest";
import type { Period } from "#lib/overview/rules/period.ts";
import { endedIn, sumUp } from "#lib/overview/rules/traffic.ts";
import type { HourCounts } from "#lib/overview/rules/traffic.ts";

const at = (hour: number) => new Date(Date.UTC(2027, 5, 12, hour));
const hour = (start: number, point: number | null, isRunning = false) => ({ from: at(start), until: at(start + 1), point, isRunning });

/** Two points, the second of which has a complete hour and a running one; before them, as many complete hours. */
const period: Period = {
  points: [at(10), at(11)],
  stretches: [hour(6, null), hour(7, null), hour(10, 0), hour(11, 1), hour(12, 1, true)],
};
const nothing: HourCounts = { calls: [], deliveries: {} };

describe("the figures of a period", () => {
  test("are summed up by point and in all, the running hour included", () => {
    const { points, total } = sumUp(period, [
      { calls: [[80, 50, 5]], deliveries: { failed: 9 } },
      nothing,
      {
        calls: [
          [80, 19, 1],
          [96, 1, 0],
        ],
        deliveries: { succeeded: 3, failed: 1 },
      },
      { calls: [[80, 4, 0]], deliveries: { cancelled: 2 } },
      { calls: [[104, 6, 2]], deliveries: { succeeded: 1 } },
    ]);
    expect(points).toEqual([
      { at: at(10), calls: 20, errors: 1, p95Ms: 1.02, succeeded: 3, failed: 1, cancelled: 0 },
      { at: at(11), calls: 10, errors: 2, p95Ms: 8.19, succeeded: 1, failed: 0, cancelled: 2 },
    ]);
    expect(total).toEqual({ calls: 30, errors: 3, p95Ms: 8.19, succeeded: 4, failed: 1, cancelled: 2 });
    expect(endedIn(total)).toBe(7);
  });

  test("are compared by complete hours alone", () => {
    const { changes } = sumUp(period, [
      { calls: [[80, 10, 1]], deliveries: { succeeded: 4 } },
      { calls: [[80, 10, 1]], deliveries: { failed: 4 } },
      { calls: [[88, 15, 0]], deliveries: { succeeded: 2 } },
      { calls: [[88, 15, 6]], deliveries: { cancelled: 2 } },
      { calls: [[160, 1000, 1000]], deliveries: { failed: 1000 } },
    ]);
    expect(changes).toEqual({
      calls: 0.5,
      errorRate: expect.closeTo(0.1, 10) as number,
      p95: expect.closeTo(1, 1) as number,
      deliveries: -0.5,
    });
  });

  test("are zero where there was no traffic, and compared with nothing", () => {
    const { points, total, changes } = sumUp(period, [nothing, nothing, nothing, nothing, { ...nothing, calls: [[80, 1, 1]] }]);
    expect(points[0]).toEqual({ at: at(10), calls: 0, errors: 0, p95Ms: null, succeeded: 0, failed: 0, cancelled: 0 });
    expect(total.calls).toBe(1);
    expect(changes).toEqual({ calls: null, errorRate: null, p95: null, deliveries: null });
  });

  test("tell of traffic that ended, but not of a latency that is not known", () => {
    const { changes } = sumUp(period, [{ calls: [[80, 5, 0]], deliveries: { succeeded: 5 } }, nothing, nothing, nothing, nothing]);
    expect(changes).toEqual({ calls: -1, errorRate: null, p95: null, deliveries: -1 });
  });
});
