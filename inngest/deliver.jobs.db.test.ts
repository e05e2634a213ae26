import { InngestTestEngine } from "@inngest/test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeDeliver } from "#inngest/functions.ts";
import { attemptScheduled } from "#inngest/send.ts";
import { makeWebhook, queueDeliveries, readDelivery } from "#jobs/webhook.fixture.ts";
import type { SampleWebhook } from "#jobs/webhook.fixture.ts";
import { cancel } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import { startDispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import type { Dispatcher } from "#lib/delivery/deliveries/dispatcher.ts";
import { listAttempts, listOverdue } from "#lib/delivery/deliveries/due.ts";
import type { ScheduledAttempt } from "#lib/delivery/deliveries/due.ts";
import { acquireNext, endLeases } from "#lib/delivery/deliveries/queue.fixture.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";

await useOwnDatabase();

const minute = 60_000;
const lease = 30_000;
let now: Date;
let webhook: SampleWebhook;
let dispatcher: Dispatcher;
/** The attempts that recorded failures sent to Inngest. */
let told: ScheduledAttempt[];

beforeEach(() => {
  now = new Date("2027-03-01T09:00:00.000Z");
  told = [];
});
afterEach(async () => {
  await dispatcher.stop();
  await webhook.close();
});

/** A webhook that answers so, and an instance that sends to it; what is queued now is nobody's, as after a replay. */
async function open(...statuses: number[]): Promise<void> {
  webhook = await makeWebhook(...statuses);
}

/** Starts the sender, after the deliveries were queued. */
function dispatch(): void {
  dispatcher = startDispatcher(webhook.sender, {
    clock: () => now,
    async onRetries(deliveryIds) {
      told.push(...(await listAttempts({ deliveryIds }, now)));
    },
  });
}

async function queueOne(): Promise<string> {
  const [id] = await queueDeliveries(webhook, now);
  dispatch();
  return id;
}

async function attemptOf(deliveryId: string): Promise<ScheduledAttempt> {
  const [attempt] = await listAttempts({ deliveryIds: [deliveryId] }, now);
  if (attempt === undefined) throw new Error("nothing is scheduled");
  return attempt;
}

/** Runs the function for an attempt; time passes while it sleeps, and `duringSleep` happens in its first. Answers for how long it slept each time. */
async function run(attempt: ScheduledAttempt, duringSleep: () => Promise<unknown> = () => Promise.resolve()): Promise<number[]> {
  const slept: number[] = [];
  const { key, dueAt, ...data } = attempt;
  const sent = { ...attemptScheduled.create({ ...data, dueAt: dueAt.toISOString() }, { id: key }), ts: now.getTime() };
  const ids = ["until it is due", ...Array.from({ length: 9 }, (_none, index) => `until turn ${index + 2}`)];
  const until = new Map<string, number>();
  const engine = new InngestTestEngine({
    function: makeDeliver(),
    events: [sent as never],
    steps: ids.map((id) => ({
      id,
      handler: async () => {
        if (slept.length === 0) await duringSleep();
        const ms = until.get(id) ?? 0;
        slept.push(ms);
        now = new Date(now.getTime() + ms);
        return null;
      },
    })),
    // Notes for how long the function asks to sleep; it is run anew after each step, so the first time counts.
    transformCtx: (ctx) => {
      const sleepUntil = (id: string, moment: string | Date) => {
        if (!until.has(id)) until.set(id, new Date(moment).getTime() - now.getTime());
        return ctx.step.sleepUntil(id, moment);
      };
      return { ...ctx, step: { ...ctx.step, sleepUntil } } as typeof ctx;
    },
  });
  const { error } = await engine.execute();
  expect(error).toBeUndefined();
  return slept;
}

describe("a run of an attempt", () => {
  test("makes its attempt at once if it is due, and ends", async () => {
    await open(204);
    const id = await queueOne();
    expect(await run(await attemptOf(id))).toEqual([]);
    expect(webhook.received()).toEqual([`${id} 1`]);
    expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 1, queued: null });
    expect(told).toEqual([]);
  });

  test("that fails sends Inngest the next attempt, exactly 1, 5 and 30 minutes later, until the delivery has failed", async () => {
    await open(500);
    const id = await queueOne();
    expect(await run(await attemptOf(id))).toEqual([]);
    for (const [index, delay] of [1 * minute, 5 * minute, 30 * minute].entries()) {
      expect(told).toHaveLength(index + 1);
      const next = told[index]!;
      expect(next.dueAt).toEqual(new Date(now.getTime() + delay));
      expect(await run(next)).toEqual([delay]);
    }
    expect(webhook.received()).toEqual([1, 2, 3, 4].map((attempt) => `${id} ${attempt}`));
    expect(await readDelivery(id)).toEqual({ status: "failed", attempts: 4, queued: null });
    expect(told).toHaveLength(3);
    expect(new Set(told.map(({ key }) => key)).size).toBe(3);
  });

  test("sends nothing that another instance has sent, though Inngest got the same attempt several times", async () => {
    await open(200);
    const id = await queueOne();
    const attempt = await attemptOf(id);
    // A run that finds another one's lease sleeps until that one has sent.
    const isSent = () => waitFor(async () => expect(await readDelivery(id)).toMatchObject({ status: "succeeded" }));
    await Promise.all([run(attempt, isSent), run(attempt, isSent), run(attempt, isSent)]);
    expect(webhook.received()).toEqual([`${id} 1`]);
  });

  test("of an earlier attempt that comes late does not affect the next one", async () => {
    await open(500);
    const id = await queueOne();
    const first = await attemptOf(id);
    await run(first);
    expect(await run(first)).toEqual([]);
    expect(webhook.received()).toEqual([`${id} 1`]);
  });

  test("waits for another instance's lease, and sends if that expires without a result", async () => {
    await open(200);
    const id = await queueOne();
    const attempt = await attemptOf(id);
    await acquireNext("another", id, now);
    const slept = await run(attempt, async () => {
      expect(webhook.received()).toEqual([]);
      await endLeases("another");
    });
    expect(slept).toEqual([expect.closeTo(lease, -4)]);
    expect(webhook.received()).toEqual([`${id} 1`]);
  });
});

describe("a cancelled delivery", () => {
  test("is not sent again, even if the announcement is lost", async () => {
    await open(500);
    const id = await queueOne();
    await run(await attemptOf(id));
    expect(await run(told[0]!, () => cancel(webhook.at(now), id))).toEqual([1 * minute]);
    expect(webhook.received()).toEqual([`${id} 1`]);
    expect(await readDelivery(id)).toEqual({ status: "cancelled", attempts: 1, queued: null });
  });

  test("that is replayed is a new attempt, sent once, though the earlier run has not ended", async () => {
    await open(500, 200);
    const id = await queueOne();
    await run(await attemptOf(id));
    const retry = told[0]!;
    const cancelAndReplay = async () => {
      await cancel(webhook.at(now), id);
      now = new Date(now.getTime() + 1);
      await replay(webhook.at(now), id, 1);
      const again = await attemptOf(id);
      expect(again).toMatchObject({ trigger: "replay", dueAt: now });
      expect(again.key).not.toBe(retry.key);
      expect(await run(again)).toEqual([]);
    };
    await run(retry, cancelAndReplay);
    expect(webhook.received()).toEqual([1, 2].map((attempt) => `${id} ${attempt}`));
    expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 2, queued: null });
  });
});

test("a disabled webhook's delivery waits, and Inngest gets it again under another key once the webhook is enabled", async () => {
  await open(500, 200);
  const id = await queueOne();
  await run(await attemptOf(id));
  const retry = told[0]!;
  const setEnabled = (enabled: boolean) => sql`update webhooks set enabled = ${enabled}, updated_at = ${now} where id = ${webhook.id}`;
  expect(await run(retry, () => setEnabled(false))).toEqual([1 * minute]);
  expect(await readDelivery(id)).toMatchObject({ status: "retrying", attempts: 1 });
  expect(await listAttempts({ webhookId: webhook.id }, now)).toEqual([]);

  await setEnabled(true);
  const [again] = await listAttempts({ webhookId: webhook.id }, now);
  expect(again).toMatchObject({ deliveryId: id, dueAt: retry.dueAt });
  expect(again?.key).not.toBe(retry.key);
  expect(await run(again!)).toEqual([]);
  expect(webhook.received()).toEqual([`${id} 1`, `${id} 2`]);
});

describe("an overdue attempt that no run has started", () => {
  const overdue = async (ms: number) =>
    (await listOverdue(new Date(now.getTime() + ms))).filter(({ webhookId }) => webhookId === webhook.id);

  test("is sent to Inngest again after two minutes under the same key, and after ten under another, as its run may be lost", async () => {
    await open(200);
    const id = await queueOne();
    const first = await attemptOf(id);
    expect(await overdue(2 * minute - 1)).toEqual([]);
    expect(await overdue(2 * minute)).toEqual([first]);
    expect(await overdue(10 * minute - 1)).toEqual([first]);
    const [later] = await overdue(10 * minute);
    expect(later).toEqual({ ...first, key: expect.not.stringMatching(`^${first.key}$`) });
  });

  test("is not sent again while an instance leases it or its webhook is disabled", async () => {
    await open(200);
    const [held, other] = (await queueDeliveries(webhook, now, 2)) as [string, string];
    dispatch();
    await acquireNext("another", held, now);
    expect((await overdue(2 * minute)).map(({ deliveryId }) => deliveryId)).toEqual([other]);
    await sql`update webhooks set enabled = false where id = ${webhook.id}`;
    expect(await overdue(2 * minute)).toEqual([]);
  });
});
