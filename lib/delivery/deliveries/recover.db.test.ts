import { afterEach, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { startEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import type { SampleEndpoint } from "#lib/delivery/deliveries/endpoint.fixture.ts";
import { addWebhook, emitSamples, makeWorld, personIn, readDeliveries } from "#lib/delivery/deliveries/queue.fixture.ts";
import { countRecoverable, recover } from "#lib/delivery/deliveries/recover.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import type { Worker } from "#lib/delivery/deliveries/worker.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";

await useOwnDatabase();

const [minute, day] = [60_000, 86_400_000];
const start = new Date("2027-03-01T09:00:00.000Z");

const opened: Site[] = [];
afterEach(() => Promise.all(opened.splice(0).map((site) => site.close())));

/** An endpoint, a worker that sends to it, and its clock. */
class Site {
  now = start;
  readonly worldId: number;
  readonly endpoint: SampleEndpoint;
  readonly worker: Worker;
  readonly ctx: () => OwnerContext;

  constructor(worldId: number, endpoint: SampleEndpoint) {
    this.worldId = worldId;
    this.endpoint = endpoint;
    this.worker = startWorker(createSender({ allowedHosts: ["localhost"] }), { clock: () => this.now });
    this.ctx = () => personIn(worldId, this.now);
  }

  static async open(): Promise<Site> {
    const site = new Site(await makeWorld(), await startEndpoint());
    opened.push(site);
    return site;
  }

  eventIds = () => this.endpoint.requests.map(({ headers }) => String(headers["x-event-id"]));

  /** Waits until all deliveries have this status. */
  readonly settle = (webhookId: string, status: string): Promise<void> =>
    waitFor(async () => {
      if ((await readDeliveries(webhookId)).some((delivery) => delivery.status !== status)) throw new Error(`not all are ${status}`);
    });

  readonly close = async (): Promise<void> => {
    await this.worker.stop();
    await this.endpoint.close();
  };
}

/** Identifiers have real time, so this covers the whole run. */
const everything = () => ({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) });
const eventsOf = async (worldId: number) =>
  (await sql<{ id: string }[]>`select id from events where world_id = ${worldId} order by id`).map(({ id }) => id);

test("every recovery that sends something is audited, continued ones too, and one that sends nothing is not", async () => {
  const site = await Site.open();
  await emitSamples(site.worldId, site.now, 3);
  const webhookId = await addWebhook(site.worldId, { url: site.endpoint.url });
  const [first] = await eventsOf(site.worldId);
  const recovery = { what: "missed", ...everything(), countedAt: site.now, after: first } as const;
  const audited = async () =>
    (await sql`select from audit_entries where action = 'webhook.recovered' and subject_id = ${webhookId}`).length;
  expect(await recover(site.ctx(), webhookId, recovery)).toMatchObject({ recovered: 2 });
  expect(await audited()).toBe(1);
  await site.settle(webhookId, "succeeded");
  expect(await recover(site.ctx(), webhookId, recovery)).toMatchObject({ recovered: 0 });
  expect(await audited()).toBe(1);
});

test("a receiver that was down for three days gets every event once, in order, and nothing from a second recovery", async () => {
  const site = await Site.open();
  await emitSamples(site.worldId, site.now, 5);
  const webhookId = await addWebhook(site.worldId, { url: site.endpoint.url });
  site.endpoint.answer = 503;
  for (let passed = 0; passed < 3; passed += 1) {
    await emitSamples(site.worldId, site.now, 10);
    for (const wait of [0, 1, 5, 30]) {
      site.now = new Date(site.now.getTime() + wait * minute);
      await waitFor(async () => {
        const due = await sql`select from delivery_queue where webhook_id = ${webhookId} and due_at <= ${site.now}`;
        expect(due).toHaveLength(0);
      });
    }
    site.now = new Date(site.now.getTime() + day);
  }
  await site.settle(webhookId, "failed");
  site.endpoint.requests.length = 0;
  site.endpoint.answer = 200;

  const recovery = { what: "missed", ...everything() } as const;
  const counted = await countRecoverable(site.ctx(), webhookId, recovery);
  expect(counted).toMatchObject({ count: 35, byState: { never: 5, failed: 30, succeeded: 0 } });
  expect(await recover(site.ctx(), webhookId, { ...recovery, countedAt: counted.countedAt })).toEqual({ recovered: 35, next: null });
  await site.settle(webhookId, "succeeded");
  expect(site.eventIds()).toEqual(await eventsOf(site.worldId));

  const subjects = await sql`select distinct subject_id from deliveries where webhook_id = ${webhookId}`;
  expect(subjects).toEqual([{ subjectId: "a contract" }]);
  expect((await countRecoverable(site.ctx(), webhookId, recovery)).count).toBe(0);
  expect((await recover(site.ctx(), webhookId, { ...recovery, countedAt: counted.countedAt })).recovered).toBe(0);
  site.now = new Date(site.now.getTime() + minute);
  const all = { ...recovery, what: "all" } as const;
  const again = await countRecoverable(site.ctx(), webhookId, all);
  expect(again).toMatchObject({ count: 35, byState: { succeeded: 35 } });
  await recover(site.ctx(), webhookId, { ...all, countedAt: again.countedAt });
  await waitFor(() => expect(site.eventIds()).toHaveLength(70));
  expect(site.eventIds().slice(35)).toEqual(site.eventIds().slice(0, 35));
});

test("deliveries that wait for a retry are included in order; other types, periods and worlds are not", async () => {
  const worldId = await makeWorld();
  const other = await makeWorld();
  const webhookId = await addWebhook(worldId, { enabled: false });
  await emitSamples(worldId, start, 3);
  await emitSamples(other, start, 3);
  const ctx = personIn(worldId, start);
  const recovery = { what: "missed", ...everything() } as const;
  expect(await countRecoverable(ctx, webhookId, recovery)).toMatchObject({ count: 3, byState: { pending: 3, never: 0 } });
  expect((await countRecoverable(ctx, webhookId, { ...recovery, to: new Date(Date.now() - day / 2) })).count).toBe(0);
  await expect(recover(ctx, webhookId, { ...recovery, countedAt: start })).rejects.toMatchObject({ key: "webhookDisabled" });
  await expect(countRecoverable(personIn(other, start), webhookId, recovery)).rejects.toMatchObject({ key: "noWebhook" });
  await sql`update webhooks set enabled = true where id = ${webhookId}`;
  expect(await recover(ctx, webhookId, { ...recovery, countedAt: start })).toEqual({ recovered: 3, next: null });
  const rows = await readDeliveries(webhookId);
  expect(rows.map(({ queued }) => queued?.trigger)).toEqual(["replay", "replay", "replay"]);
});
