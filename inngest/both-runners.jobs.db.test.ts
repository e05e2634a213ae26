import { InngestTestEngine } from "@inngest/test";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeDeliver, makeFunctions } from "#inngest/functions.ts";
import { attemptScheduled } from "#inngest/send.ts";
import { makeContracts, makeShop, subjectsOf } from "#jobs/contracts.fixture.ts";
import { startEmbeddedJobs } from "#jobs/embedded.ts";
import { makeWebhook, queueDeliveries, readDelivery } from "#jobs/webhook.fixture.ts";
import type { StoredDelivery } from "#jobs/webhook.fixture.ts";
import { listAttempts } from "#lib/delivery/deliveries/due.ts";
import type { ScheduledAttempt } from "#lib/delivery/deliveries/due.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";

await useOwnDatabase();

/** A clock that the test advances, and that wakes those who sleep until then. */
class Clock {
  #now = new Date("2027-03-01T09:00:00.000Z");
  #sleeping: { until: Date; wake: () => void }[] = [];

  readonly read = () => this.#now;

  sleepUntil(until: Date): Promise<void> {
    return new Promise((wake) => {
      this.#sleeping.push({ until, wake });
      this.advance(0);
    });
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
    const due = this.#sleeping.filter(({ until }) => until <= this.#now);
    this.#sleeping = this.#sleeping.filter(({ until }) => until > this.#now);
    for (const { wake } of due) wake();
  }
}

/** Runs the function for an attempt to its end, with the sleeps of the clock. */
async function runDeliver({ key, dueAt, ...data }: ScheduledAttempt, clock: Clock): Promise<void> {
  const sent = attemptScheduled.create({ ...data, dueAt: dueAt.toISOString() }, { id: key });
  const engine = new InngestTestEngine({
    function: makeDeliver(),
    events: [{ ...sent, ts: clock.read().getTime() } as never],
    transformCtx: (ctx) =>
      ({ ...ctx, step: { ...ctx.step, sleepUntil: (_id: string, until: string) => clock.sleepUntil(new Date(until)) } }) as typeof ctx,
  });
  const { error } = await engine.execute();
  if (error !== undefined) throw new Error("the run failed", { cause: error });
}

const isOver = ({ queued }: StoredDelivery) => queued === null;
const isRetried = ({ status }: StoredDelivery) => status === "retrying";

test("each attempt of a delivery is received exactly once, though both runners run and Inngest got its event twice", async () => {
  const clock = new Clock();
  const perWebhook = 10;
  const firstFail = [...Array.from({ length: perWebhook }, () => 500), 200];
  const webhooks = await Promise.all(Array.from({ length: 4 }, () => makeWebhook(...firstFail)));
  const sender = createSender({ allowedHosts: webhooks.map(({ receiver }) => `localhost:${receiver.port}`) });
  const deliveries = (await Promise.all(webhooks.map((webhook) => queueDeliveries(webhook, clock.read(), perWebhook)))).flat();
  const waitUntilAll = (holds: (delivery: StoredDelivery) => boolean) =>
    waitFor(async () => expect((await Promise.all(deliveries.map(readDelivery))).every(holds)).toBe(true));

  // Inngest runs each reported attempt twice here.
  const runs: Promise<void>[] = [];
  const runTwice = async (deliveryIds: readonly string[]): Promise<void> => {
    const attempts = await listAttempts({ deliveryIds }, clock.read());
    runs.push(...[...attempts, ...attempts].map((attempt) => runDeliver(attempt, clock)));
  };
  const settings = { clock: clock.read, onRetries: runTwice };
  const [embedded, ...others] = [startWorker(sender, settings), startWorker(sender, settings)];
  await runTwice(deliveries);
  await waitUntilAll(isRetried);
  clock.advance(60_000);
  await waitUntilAll(isOver);
  // A run that finds a delivery leased by another one looks again after the lease.
  clock.advance(60_000);
  await Promise.all(runs);
  for (const worker of [...others, embedded]) await worker.stop();

  const received = webhooks.flatMap((webhook) => webhook.received());
  expect(received.toSorted()).toEqual(deliveries.flatMap((id) => [`${id} 1`, `${id} 2`]).toSorted());
  const attempts = await sql<{ id: string; number: number }[]>`
    select delivery_id as id, number from delivery_attempts where delivery_id = any(${deliveries}::text[])`;
  expect(attempts.map(({ id, number }) => `${id} ${number}`).toSorted()).toEqual(received.toSorted());
  await sender.close();
  await Promise.all(webhooks.map((webhook) => webhook.close()));
});

test("each contract ends once though both runners run", async () => {
  const shop = await makeShop(new Date());
  const cids = await makeContracts(shop, 30);
  const clock = () => new Date(shop.now.getTime() + 8 * 86_400_000);
  const sender = createSender({ allowedHosts: [] });
  const embedded = [startEmbeddedJobs(sender, { clock }), startEmbeddedJobs(sender, { clock })];
  const endDueContracts = makeFunctions(clock).find(({ opts }) => opts.id === "end-due-contracts");
  if (endDueContracts === undefined) throw new Error("there is no such function");
  const runs = Array.from({ length: 3 }, () => new InngestTestEngine({ function: endDueContracts }).execute());
  await Promise.all(runs);
  await waitFor(async () => expect(await subjectsOf(shop, "v2.contract.closed")).toHaveLength(cids.length));
  await Promise.all(embedded.map((jobs) => jobs.stop()));
  await sender.close();
  expect((await subjectsOf(shop, "v2.contract.closed")).toSorted()).toEqual(cids);
});
