import { afterEach, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeContracts, makeRenewedContract, makeShop, subjectsOf } from "#jobs/contracts.fixture.ts";
import { startEmbeddedJobs } from "#jobs/embedded.ts";
import { makeWebhook, queueDeliveries, readDelivery } from "#jobs/webhook.fixture.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";

await useOwnDatabase();

const day = 86_400_000;
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

function start(clock: () => Date, sender = createSender({ allowedHosts: [] })) {
  const jobs = startEmbeddedJobs(sender, { clock });
  opened.push(
    () => sender.close(),
    () => jobs.stop(),
  );
  return jobs;
}

describe("the embedded jobs", () => {
  test("end contracts when they are due, and not before", async () => {
    const shop = await makeShop(new Date());
    const [first = "", second = ""] = await makeContracts(shop, 2);
    let now = new Date(shop.now.getTime() + 7 * day - 1);
    start(() => now);
    now = new Date(now.getTime() + 1);
    await waitFor(async () => expect(await subjectsOf(shop, "v2.contract.closed")).toEqual([first]));
    now = new Date(now.getTime() + 60_000);
    await waitFor(async () => expect(await subjectsOf(shop, "v2.contract.closed")).toEqual([first, second]));
  });

  test("send the notice of a renewal, and apply the renewal", async () => {
    const shop = await makeShop(new Date());
    const cid = await makeRenewedContract(shop);
    let now = new Date(shop.now.getTime() + 65 * day);
    start(() => now);
    await waitFor(async () => expect(await subjectsOf(shop, "v2.contract.renewal.notification")).toEqual([cid]));
    expect(await subjectsOf(shop, "v2.contract.renewed")).toEqual([]);
    now = new Date(shop.now.getTime() + 92 * day);
    await waitFor(async () => expect(await subjectsOf(shop, "v2.contract.closed")).toEqual([cid]));
    expect(await subjectsOf(shop, "v2.contract.renewed")).toHaveLength(1);
  });

  test("deliver the queue", async () => {
    const webhook = await makeWebhook(200);
    opened.push(() => webhook.close());
    start(() => new Date(), webhook.sender);
    const ids = await queueDeliveries(webhook, new Date(), 20);
    await waitFor(() => expect(webhook.received().toSorted()).toEqual(ids.map((id) => `${id} 1`).toSorted()));
  });

  test("create the partitions of the coming week", async () => {
    start(() => new Date("2029-01-01T00:00:00.000Z"));
    await waitFor(async () => expect(await sql`select 1 from pg_class where relname = 'events_week_20290108'`).toHaveLength(1));
  });
});

test("stopping waits for the delivery in progress, and records it", async () => {
  let respond = () => undefined as unknown;
  const receiver = await receive((response) => (respond = () => response.end()));
  const webhook = await makeWebhook(200);
  await sql`update webhooks set url = ${receiver.url} where id = ${webhook.id}`;
  opened.push(
    () => webhook.close(),
    () => receiver.close(),
  );
  const [id] = await queueDeliveries(webhook, new Date());
  const jobs = start(() => new Date(), createSender({ allowedHosts: [`localhost:${receiver.port}`] }));
  await waitFor(() => expect(receiver.requests).toHaveLength(1));

  let isStopped = false;
  const stopped = jobs.stop().then(() => (isStopped = true));
  const [later] = await queueDeliveries(webhook, new Date());
  expect(isStopped).toBe(false);
  respond();
  await stopped;
  expect(await readDelivery(id)).toEqual({ status: "succeeded", attempts: 1, queued: null });
  expect(await readDelivery(later)).toMatchObject({ status: "pending", attempts: 0 });
  expect(receiver.requests).toHaveLength(1);
});
