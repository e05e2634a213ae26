import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { trace } from "@opentelemetry/api";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { POST, PUT } from "#app/api/inngest/route.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { resendOverdue } from "#inngest/send.ts";
import type { Jobs } from "#jobs/embedded.ts";
import { startJobs } from "#jobs/start.ts";
import { makeWebhook, queueDeliveries, readDelivery } from "#jobs/webhook.fixture.ts";
import type { SampleWebhook } from "#jobs/webhook.fixture.ts";
import { cancel } from "#lib/delivery/deliveries/cancel-and-retry.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import { withSpan } from "#lib/platform/traces/spans.ts";

// The SDK of Inngest reads its settings from the environment.
const { inngest, address } = await vi.hoisted(async () => {
  const server = await (await import("#inngest/server.fixture.ts")).startInngest();
  const port = await (await import("#db/embedded/free-port.ts")).findFreePort("127.0.0.1");
  // Partners reach it by another address than Inngest does.
  const addresses = { BASE_URL: "https://covergate.example", INNGEST_SERVE_ORIGIN: `http://127.0.0.1:${port}` };
  const settings = { ...server.settings, ...addresses, WEBHOOK_ALLOWED_HOSTS: "localhost" };
  (await import("#scripts/settings.ts")).completeEnvironment(settings);
  return { inngest: server, address: { host: "127.0.0.1", port } };
});
await useOwnDatabase();

const answer = getRequestListener((request) => (request.method === "PUT" ? PUT(request) : POST(request)));
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
let jobs: Jobs;
let webhook: SampleWebhook;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(address, resolve));
  jobs = await startJobs();
});
afterEach(() => webhook.close());
afterAll(async () => {
  await jobs.stop();
  server.close();
  await inngest.close();
});

const sync = () => inngest.sync(`http://${address.host}:${address.port}/api/inngest`);

/** Has a delivery's first attempt made, by this process, and waits until its only run sleeps: until the retry, a minute later. */
async function failOnce(): Promise<string> {
  const began = Date.now();
  const [id] = await queueDeliveries(webhook, new Date(began));
  await waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "sleeping" }]));
  const { queued } = await readDelivery(id);
  expect(inngest.runsOf(id)[0]?.sleeps).toEqual([queued?.dueAt]);
  expect(queued?.dueAt.getTime()).toBeGreaterThanOrEqual(began + 60_000);
  expect(webhook.received()).toEqual([`${id} 1`]);
  return id;
}

test("events before Inngest knows the app are delivered at once, and later sent to Inngest again", async () => {
  webhook = await makeWebhook(200);
  const [id] = await queueDeliveries(webhook, new Date());
  await waitFor(async () => expect(await readDelivery(id)).toMatchObject({ status: "succeeded" }));
  await replay(webhook.at(new Date()), id, 1);
  await waitFor(() => expect(inngest.eventsOf(id)).toHaveLength(1));
  expect(inngest.runsOf(id)).toEqual([]);

  await sync();
  await resendOverdue(new Date());
  expect(inngest.runsOf(id)).toEqual([]);
  await resendOverdue(new Date(Date.now() + 120_000));
  await waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "completed" }]));
  const [first, second] = inngest.eventsOf(id);
  expect(second?.id).toBe(first?.id);
  expect(webhook.received()).toEqual([`${id} 1`, `${id} 2`]);
});

test.each([true, false])("a replay is sent in one run that never sleeps (server keeps checkpoints: %s)", async (has) => {
  inngest.hasCheckpoints = has;
  webhook = await makeWebhook(200);
  const [id] = await queueDeliveries(webhook, new Date());
  await waitFor(async () => expect(await readDelivery(id)).toMatchObject({ status: "succeeded" }));
  await replay(webhook.at(new Date()), id, 1);
  await waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "completed", sleeps: [] }]));
  expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 2, queued: null });
});

test("the retry of an event, in a run of Inngest, carries the trace of the change", async () => {
  inngest.hasCheckpoints = true;
  webhook = await makeWebhook(200);
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const caller = trace.wrapSpanContext({ traceId: traceparent.slice(3, 35), spanId: traceparent.slice(36, 52), traceFlags: 1 });
  const [id] = await withSpan(caller, () => queueDeliveries(webhook, new Date()));
  await waitFor(async () => expect(await readDelivery(id)).toMatchObject({ status: "succeeded" }));
  await replay(webhook.at(new Date()), id, 1);
  await waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "completed" }]));
  expect(webhook.received()).toEqual([`${id} 1`, `${id} 2`]);
  expect(webhook.receiver.requests.map(({ headers }) => headers["traceparent"])).toEqual([traceparent, traceparent]);
});

test("cancelling a delivery cancels the sleeping run of its retry", async () => {
  inngest.hasCheckpoints = true;
  webhook = await makeWebhook(500);
  const id = await failOnce();
  await cancel(webhook.at(new Date()), id);
  await waitFor(() => expect(inngest.runsOf(id)).toMatchObject([{ state: "cancelled" }]));
  expect(webhook.received()).toEqual([`${id} 1`]);
});
