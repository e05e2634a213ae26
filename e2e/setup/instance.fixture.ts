import { afterEach, beforeEach, expect } from "vitest";
import { sql } from "#db/client.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { announceDue } from "#lib/delivery/deliveries/due.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import type { SampleEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import { addWebhook, emitSamples, sampleEvent, makeWorld, personIn, readDeliveries } from "#lib/delivery/deliveries/queue.fixture.ts";
import type { StoredDelivery } from "#lib/delivery/deliveries/queue.fixture.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import type { Worker } from "#lib/delivery/deliveries/worker.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

let moment: Date;
const sender = createSender({ allowedHosts: ["localhost"] });

/** Closes at the end of the test: instances before the endpoints that they send to. */
export const closing: (() => Promise<void>)[] = [];

/** Gives each test of a file an empty queue, and ends what it started. */
export function useInstances(): void {
  beforeEach(async () => {
    moment = new Date();
    await sql`truncate delivery_queue`;
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
}

/** An endpoint that ends with the test. */
export async function startEndpointOfTest(behaviour: Partial<SampleEndpoint>): Promise<SampleEndpoint> {
  const endpoint = Object.assign(await startEndpoint(), behaviour);
  closing.push(() => endpoint.close());
  return endpoint;
}

/** The time of the instances; it stands still until it is advanced. */
export const now = () => moment;

/** A webhook in a world of its own, and the endpoint that it calls. */
export async function subscribe(behaviour: Partial<SampleEndpoint> = {}) {
  const [endpoint, worldId] = await Promise.all([startEndpointOfTest(behaviour), makeWorld()]);
  const webhookId = await addWebhook(worldId, { url: endpoint.url });
  const only = async () => {
    const [delivery] = await readDeliveries(webhookId);
    if (delivery === undefined) throw new Error("there is no delivery");
    return delivery;
  };
  return { endpoint, webhookId, worldId, me: () => personIn(worldId, moment), only };
}

/** True if an instance has leased it. */
export function isHeld({ queued }: StoredDelivery): boolean {
  return queued !== null && queued.leasedBy !== null;
}

/** Starts what delivers in an instance, by this clock. */
export function startInstance(): Worker {
  const worker = startWorker(sender, { clock: now });
  closing.push(() => worker.stop());
  return worker;
}

/** Has as many contracts created at once. */
export async function tellMany(worldId: number, count: number): Promise<void> {
  const happened = Array.from({ length: count }, (_none, index) => sampleEvent(worldId, { index }));
  await transact((tx) => emit(tx, happened, realMoment(moment)));
}

/** Returns when all due deliveries have been acquired: a delivery that is queued last has come in. */
export async function sweepAll(): Promise<void> {
  const { endpoint, worldId, only } = await subscribe();
  await emitSamples(worldId, moment);
  await waitFor(() => expect(endpoint.requests).toHaveLength(1));
  await waitFor(async () => expect((await only()).status).toBe("succeeded"));
}

/** Has time pass. */
export function advance(ms: number): void {
  moment = new Date(moment.getTime() + ms);
  announceDue("first attempts");
}
