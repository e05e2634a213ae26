import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
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
import type { Outcome } from "#lib/delivery/deliveries/rules/retries.ts";

await useOwnDatabase();

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
