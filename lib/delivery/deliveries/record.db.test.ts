import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { cancel } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import {
  acquire,
  addWebhook,
  attemptOf,
  endLeases,
  emitSamples,
  makeWorld,
  personIn,
  readAttempts,
  readDeliveries,
} from "#lib/delivery/deliveries/queue.fixture.ts";
import { recordAttempts } from "#lib/delivery/deliveries/record.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import type { Outcome } from "#lib/delivery/deliveries/rules/retries.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const now = new Date();
const nextAttemptAt = new Date(now.getTime() + 60_000);
const succeeded: Outcome = { status: "succeeded", nextAttemptAt: null };
const failed: Outcome = { status: "failed", nextAttemptAt: null };
const retrying: Outcome = { status: "retrying", nextAttemptAt, cycleAttempt: 2 };

async function makeQueue(count = 1): Promise<{ webhookId: string; ctx: OwnerContext }> {
  const worldId = await makeWorld();
  const webhookId = await addWebhook(worldId);
  await emitSamples(worldId, now, count);
  return { webhookId, ctx: personIn(worldId, now) };
}

beforeAll(() => ensurePartitions(sql, now));
beforeEach(() => sql`truncate delivery_queue`);

describe("recording an attempt", () => {
  // rules/deliveries.md#attempts-5
  test("writes the attempt and its outcome in one statement", async () => {
    const { webhookId } = await makeQueue(3);
    const [first, second, third] = await acquire("run_1", now);
    const outcomes = [attemptOf(first, succeeded), attemptOf(second, failed), attemptOf(third, retrying)];
    await recordAttempts("run_1", outcomes, now);
    const stored = await readDeliveries(webhookId);
    expect(stored.map(({ status, attempts }) => [status, attempts])).toEqual([
      ["succeeded", 1],
      ["failed", 1],
      ["retrying", 1],
    ]);
    expect(stored.slice(0, 2).map(({ queued, nextAttemptAt: next }) => [queued, next])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(new Date(stored[2]?.nextAttemptAt ?? "")).toEqual(nextAttemptAt);
    expect(stored[2]?.queued).toEqual({ dueAt: stored[2]?.queued?.dueAt, cycleAttempt: 2, trigger: "automatic", leasedBy: null });
    expect(new Date(stored[2]?.queued?.dueAt ?? "")).toEqual(nextAttemptAt);
    const attempt = { number: 1, trigger: "automatic", error: null, responseBody: "answer" };
    expect(await readAttempts(webhookId)).toEqual([200, 500, 500].map((statusCode) => ({ ...attempt, statusCode })));
  });

  test("shows the last attempt on the delivery as it was answered", async () => {
    const { webhookId } = await makeQueue();
    const [leased] = await acquire("run_1", now);
    const answer = { statusCode: null, error: "timeout", errorDetail: "no answer within 10 seconds", responseBody: null } as const;
    await recordAttempts("run_1", [attemptOf(leased, retrying, answer)], now);
    const [shown] = await sql`
      select last_status_code, last_error, last_duration_ms, updated_at = ${now} as "isNow" from deliveries where webhook_id = ${webhookId}`;
    expect(shown).toEqual({ lastStatusCode: null, lastError: "timeout", lastDurationMs: 12, isNow: true });
  });

  test("accepts any response of a receiver", async () => {
    const { webhookId } = await makeQueue();
    const [leased] = await acquire("run_1", now);
    await recordAttempts("run_1", [attemptOf(leased, failed, { responseBody: "\0 \uD800 é 🚲 \\u0000", errorDetail: "\0" })], now);
    expect((await readAttempts(webhookId))[0]?.responseBody).toBe("\uFFFD \uFFFD é 🚲 \\u0000");
  });

  test("happens once, however often it is repeated", async () => {
    const { webhookId } = await makeQueue(2);
    const [first, second] = await acquire("run_1", now);
    const made = [attemptOf(first, succeeded), attemptOf(second, retrying)];
    await Promise.all(Array.from({ length: 5 }, () => recordAttempts("run_1", made, now)));
    await recordAttempts("run_1", made, now);
    expect((await readDeliveries(webhookId)).map(({ status, attempts, queued }) => [status, attempts, queued?.cycleAttempt])).toEqual([
      ["succeeded", 1, undefined],
      ["retrying", 1, 2],
    ]);
    expect(await readAttempts(webhookId)).toHaveLength(2);
  });
});

describe("after its lease has expired", () => {
  test("an attempt leaves the delivery to the instance that leased it since", async () => {
    const { webhookId } = await makeQueue();
    const [late] = await acquire("run_1", now);
    await endLeases("run_1");
    const [taken] = await acquire("run_2", now);
    await recordAttempts("run_1", [attemptOf(late, succeeded)], now);
    const [stored] = await readDeliveries(webhookId);
    expect(stored).toMatchObject({ status: "pending", attempts: 0, queued: { leasedBy: "run_2" } });
    await recordAttempts("run_2", [attemptOf(taken, retrying)], now);
    await recordAttempts("run_1", [attemptOf(late, succeeded)], now);
    expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "retrying", attempts: 1, queued: { cycleAttempt: 2 } });
    expect(await readAttempts(webhookId)).toHaveLength(1);
  });

  test("an attempt leaves the delivery to the same instance's next lease", async () => {
    const { webhookId } = await makeQueue();
    const [late] = await acquire("run_1", now);
    await endLeases("run_1");
    const [taken] = await acquire("run_1", now);
    await recordAttempts("run_1", [attemptOf(late, succeeded)], now);
    expect(await readAttempts(webhookId)).toEqual([]);
    await recordAttempts("run_1", [attemptOf(taken, failed)], now);
    expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "failed", attempts: 1, queued: null });
  });
});

describe("a user", () => {
  test("cannot cancel a delivery that is being sent, and can again once it waits for a retry", async () => {
    const { webhookId, ctx } = await makeQueue();
    const [leased] = await acquire("run_1", now);
    const id = leased?.deliveryId ?? "";
    await expect(cancel(ctx, id)).rejects.toThrow("delivering cannot be cancelled");
    await recordAttempts("run_1", [attemptOf(leased, retrying)], now);
    await cancel(ctx, id);
    expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "cancelled", attempts: 1, nextAttemptAt: null, queued: null });
    expect(await acquire("run_1", nextAttemptAt)).toEqual([]);
  });

  test("can cancel before the first attempt, which is then never made", async () => {
    const { webhookId, ctx } = await makeQueue();
    const [delivery] = await readDeliveries(webhookId);
    await cancel(ctx, delivery?.id ?? "");
    expect(await acquire("run_1", now)).toEqual([]);
    expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "cancelled", attempts: 0 });
  });

  test("who cancels while a worker acquires the delivery sees whether it was in time", async () => {
    const { webhookId, ctx } = await makeQueue(30);
    const stored = await readDeliveries(webhookId);
    const [acquired, ...cancels] = await Promise.all([
      acquire("run_1", now),
      ...stored.map(({ id }) =>
        cancel(ctx, id).then(
          () => id,
          () => null,
        ),
      ),
    ]);
    const cancelled = cancels.filter((id) => id !== null);
    expect([...acquired.map(({ deliveryId }) => deliveryId), ...cancelled].toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  });

  test("can replay a delivery that is over: a new cycle from its first try, whose attempts are counted on", async () => {
    const { webhookId, ctx } = await makeQueue();
    const [first] = await acquire("run_1", now);
    await recordAttempts("run_1", [attemptOf(first, failed)], now);
    await replay(ctx, first?.deliveryId ?? "", 1);
    const [again] = await acquire("run_1", now);
    expect(again).toMatchObject({ trigger: "replay", cycleAttempt: 1, attempt: 2, eventId: first?.eventId, payload: first?.payload });
    await expect(replay(ctx, first?.deliveryId ?? "", 1)).rejects.toThrow("delivering cannot be replayed");
    await recordAttempts("run_1", [attemptOf(again, succeeded)], now);
    expect((await readAttempts(webhookId)).map(({ number, trigger }) => [number, trigger])).toEqual([
      [1, "automatic"],
      [2, "replay"],
    ]);
    expect((await readDeliveries(webhookId))[0]).toMatchObject({ status: "succeeded", attempts: 2 });
  });

  test("who replays at the same moment as another wins or is refused, and the delivery is sent once", async () => {
    const { ctx } = await makeQueue();
    const [first] = await acquire("run_1", now);
    await recordAttempts("run_1", [attemptOf(first, failed)], now);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => replay(ctx, first?.deliveryId ?? "", 1)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await acquire("run_1", now)).toHaveLength(1);
  });
});
