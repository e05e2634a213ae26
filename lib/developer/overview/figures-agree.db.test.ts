import fc from "fast-check";
import { expect, test } from "vitest";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { list as listDeliveries, summarize as summarizeDeliveries } from "#lib/delivery/deliveries/list.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { attempt, emitSampleEvent, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { list as listCalls, summarize as summarizeCalls } from "#lib/developer/calls/list.ts";
import { read } from "#lib/developer/overview/read.ts";
import { makeCalls } from "#lib/developer/overview/traffic.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import type { ListSummary } from "#lib/platform/lists/summary.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

const now = new Date("2027-06-12T14:37:00.000Z");
const hour = 3_600_000;
/** After the last attempt. */
const later = realMoment(new Date(now.getTime() + 5 * hour));
const timeZone = "UTC";

function sumOf({ points }: ListSummary): number {
  return points.flatMap(({ values }) => Object.values(values)).reduce((sum, count) => sum + count, 0);
}

/** What receivers answer, one list of attempts a delivery: the fourth failure is the last. */
const answers = fc.array(fc.array(fc.constantFrom(200, 404, 503), { minLength: 1, maxLength: 4 }), { maxLength: 8 });
const statuses = fc.array(fc.constantFrom(200, 201, 400, 404, 429, 500, 503), { maxLength: 20 });

// rules/figures.md#traffic-1, #traffic-2
test("the overview, the lists and their summaries show the same calls and deliveries", async () => {
  await fc.assert(
    fc.asyncProperty(answers, statuses, async (deliveries, calls) => {
      const ctx = { ...asPerson((await makePartner()).contexts.development, "owner"), ...realMoment(now) };
      await createWebhook(ctx, sampleSettings);
      for (const codes of deliveries) {
        const [id = ""] = await emitSampleEvent(ctx, "v2.contract.created");
        const success = codes.indexOf(200);
        const made = success === -1 ? codes : codes.slice(0, success + 1);
        for (const [index, code] of made.entries()) await attempt(id, new Date(now.getTime() + index * hour), code);
      }
      await makeCalls(
        ctx,
        calls.map((status) => ({ at: now, status, errorCode: status < 400 ? null : status })),
      );
      const seen = { ...ctx, ...later };
      const { total } = (await read(seen, { range: "24h", timeZone })).figures;
      const rowsWith = async (status: "succeeded" | "failed" | "retrying" | "cancelled") =>
        (await listDeliveries(seen, { status, limit: 100 })).rows.length;
      expect(total).toMatchObject({
        succeeded: await rowsWith("succeeded"),
        failed: await rowsWith("failed"),
        retrying: await rowsWith("retrying"),
        cancelled: await rowsWith("cancelled"),
      });
      expect(total.succeeded + total.failed + total.retrying + total.cancelled).toBe(deliveries.length);
      const refusedOrFailed = (await listCalls(seen, { status: ["4xx", "5xx"], limit: 100 })).rows.length;
      expect(total).toMatchObject({ calls: calls.length, errors: refusedOrFailed });
      expect(sumOf(await summarizeCalls(seen, { timeZone }))).toBe(calls.length);
      expect(sumOf(await summarizeDeliveries(seen, { timeZone }))).toBe(deliveries.length);
    }),
    { seed: 20_261_127, numRuns: 8 },
  );
});
