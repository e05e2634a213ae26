import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { POST, PUT } from "#app/api/inngest/route.ts";
import { sql } from "#db/client.ts";
import { startHandingOver } from "#inngest/handing-over.ts";
import { cancel } from "#lib/deliveries/cancel.ts";
import type { Jobs } from "#lib/jobs/embedded.ts";
import { makeWebhook, queueDeliveries, readDelivery } from "#lib/jobs/sample-webhook.ts";
import type { SampleWebhook } from "#lib/jobs/sample-webhook.ts";

const { inngest, address } = await vi.hoisted(async () => {
  const server = await (await import("#inngest/sample-inngest.ts")).startInngest();
  const port = await (await import("#db/embedded/free-port.ts")).findFreePort("127.0.0.1");
  const settings = { ...server.settings, BASE_URL: `http://127.0.0.1:${port}`, WEBHOOK_ALLOWED_HOSTS: "localhost" };
  (await import("#scripts/settings.ts")).completeEnvironment(settings);
  await (await import("#e2e/setup/own-database.ts")).useOwnDatabase();
  return { inngest: server, address: { host: "127.0.0.1", port } };
});

const patient = { timeout: 60_000 };
const answer = getRequestListener((request) => (request.method === "PUT" ? PUT(request) : POST(request)));
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
let handing: Jobs;
let webhook: SampleWebhook;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(address, resolve));
  await inngest.sync(`http://${address.host}:${address.port}/api/inngest`);
  handing = startHandingOver();
});
afterEach(() => webhook.close());
afterAll(async () => {
  await handing.stop();
  server.close();
  await inngest.close();
});

/** Queues a delivery, and waits until its only run sleeps: until its next attempt, a minute later. */
async function failOnce(): Promise<string> {
  const began = Date.now();
  const [id] = await queueDeliveries(webhook, new Date(began));
  await vi.waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "sleeping" }]), patient);
  const { queued } = await readDelivery(id);
  expect(inngest.runsOf(id)[0]?.sleeps).toEqual([queued?.dueAt]);
  expect(queued?.dueAt.getTime()).toBeGreaterThanOrEqual(began + 60_000);
  return id;
}

test.each([true, false])(
  "what is committed is delivered by a run, tried again after its sleep (server keeps checkpoints: %s)",
  async (has) => {
    inngest.hasCheckpoints = has;
    webhook = await makeWebhook(500, 204);
    const id = await failOnce();
    await sql`update delivery_queue set due_at = now() - interval '1 minute' where delivery_id = ${id}`;
    inngest.runsOf(id)[0]?.wake();
    await vi.waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "completed" }]), patient);
    expect(webhook.received()).toEqual([`${id} 1`, `${id} 2`]);
    expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 2, queued: null });
  },
);

test("a delivery that is cancelled has its run cancelled while it sleeps", async () => {
  inngest.hasCheckpoints = true;
  webhook = await makeWebhook(500);
  const id = await failOnce();
  await cancel(webhook.at(new Date()), id);
  await vi.waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "cancelled" }]), patient);
  expect(webhook.received()).toEqual([`${id} 1`]);
});
