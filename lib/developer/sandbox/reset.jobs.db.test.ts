import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { startWorker } from "#lib/delivery/deliveries/worker.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { refreshReadiness } from "#lib/developer/readiness/read.ts";
import { catchUp } from "#lib/developer/sandbox/catch-up.ts";
import { readClock, shiftClock, startOver } from "#lib/developer/sandbox/clock.ts";
import { emptyWorlds } from "#lib/developer/sandbox/empty.ts";
import { openSandbox, readHappened, refuseUpdates } from "#lib/developer/sandbox/sandbox.fixture.ts";
import type { Sandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { bodyOf } from "#lib/insurance/renewals/shop.fixture.ts";
import { newId } from "#lib/platform/ids.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";

await useOwnDatabase();

async function addWebhook({ worldId }: Sandbox, url: string, eventTypes = ["v2.contract.created"]): Promise<string> {
  const id = newId("whk");
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    values (${id}, ${worldId}, 'sandbox', ${url}, true, ${eventTypes}, now(), now())`;
  return id;
}

async function makeContracts(sandbox: Sandbox, count: number): Promise<void> {
  const ctx = await sandbox.at(new Date());
  for (let index = 0; index < count; index += 1) {
    await create(ctx, bodyOf({ ...sandbox, at: () => ctx }, "LMD", ctx.now, 2, { automatic_renewal: true }), { preview: false });
  }
}

const countRows = async (table: string, { worldId }: Sandbox) =>
  (await sql<[{ count: number }]>`select count(*)::int as count from ${sql(table)} where world_id = ${worldId}`)[0].count;

describe("a reset of the sandbox", () => {
  test("cancels waiting deliveries, and results of those in flight are not recorded", async () => {
    const answers: (() => void)[] = [];
    const receiver = await receive((response) => void answers.push(() => response.end()));
    const sender = createSender({ allowedHosts: [`localhost:${receiver.port}`] });
    const worker = startWorker(sender);
    const sandbox = await openSandbox();
    const webhookId = await addWebhook(sandbox, receiver.url);
    await makeContracts(sandbox, 20);
    await waitFor(() => expect(receiver.requests).toHaveLength(8));

    await startOver(await sandbox.at(new Date()), { confirm: sandbox.confirm });
    for (const answer of answers) answer();
    await worker.stop();
    await sender.close();
    await receiver.close();
    expect(receiver.requests).toHaveLength(8);
    expect(await sql`select from delivery_queue where webhook_id = ${webhookId}`).toEqual([]);
    const left = ["deliveries", "events", "contracts", "products", "automatic_renewals"].map((table) => countRows(table, sandbox));
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0, 0]);
    expect(
      await sql`select from delivery_attempts where delivery_id in (select id from deliveries where webhook_id = ${webhookId})`,
    ).toEqual([]);
  });

  test("clears the charts and the health of webhooks, and keeps the ticked checklist", async () => {
    const receiver = await receive((response) => response.end());
    const sender = createSender({ allowedHosts: [`localhost:${receiver.port}`] });
    const worker = startWorker(sender);
    const sandbox = await openSandbox();
    const webhookId = await addWebhook(sandbox, receiver.url);
    await makeContracts(sandbox, 20);
    await waitFor(async () => expect(await sql`select from delivery_queue where webhook_id = ${webhookId}`).toEqual([]));
    await worker.stop();
    await sender.close();
    await receiver.close();
    await sql`
      insert into webhook_outages (id, webhook_id, began_at, noticed_at)
      values (${newId("out")}, ${webhookId}, now() - interval '2 hours', now() - interval '1 hour')`;
    await sql`
      insert into webhook_drops (webhook_id, since, dropped, last_dropped_at)
      values (${webhookId}, now() - interval '40 days', 3, now() - interval '1 hour')`;

    await startOver(await sandbox.at(new Date()), { confirm: sandbox.confirm });
    const [left] = await sql`
      select (select count(*)::int from delivery_hours where world_id = ${sandbox.worldId}) as deliveries,
        (select count(*)::int from webhook_hours where webhook_id = ${webhookId}) as attempts,
        (select count(*)::int from webhook_health where webhook_id = ${webhookId}) as health,
        (select count(*)::int from webhook_outages where webhook_id = ${webhookId}) as outages,
        (select count(*)::int from webhook_drops where webhook_id = ${webhookId}) as drops`;
    expect(left).toEqual({ deliveries: 0, attempts: 0, health: 0, outages: 0, drops: 0 });
    const { items } = await refreshReadiness(sandbox.worldId, new Date());
    expect(items.filter(({ metAt }) => metAt !== null).map(({ item }) => item)).toEqual(["webhookFast"]);
  });

  test("that was interrupted is finished by the job", async () => {
    const sandbox = await openSandbox();
    await makeContracts(sandbox, 3);
    expect(await startOver(await sandbox.at(new Date()), { confirm: sandbox.confirm }, 0)).toEqual(new Accepted(undefined));
    expect(await readClock(await sandbox.at(new Date()))).toMatchObject({ resetting: true });
    await Promise.all([emptyWorlds(new Date()), emptyWorlds(new Date())]);
    await emptyWorlds(new Date());
    expect(await readClock(await sandbox.at(new Date()))).toMatchObject({ resetting: false });
    expect(await countRows("contracts", sandbox)).toBe(0);
  });

  test("leaves nothing of what is due by a clock that is moved meanwhile", async () => {
    const sandbox = await openSandbox();
    await makeContracts(sandbox, 3);
    await startOver(await sandbox.at(new Date()), { confirm: sandbox.confirm }, 0);
    const moved = await shiftClock(await sandbox.at(new Date()), shiftClockBody.parse({ advance: "P3M" }), 0);
    await catchUp(sandbox.worldId);
    expect((await readHappened(sandbox.worldId)).map(({ type }) => type)).not.toContain("contract.renewed");
    await emptyWorlds(new Date());
    await catchUp(sandbox.worldId);
    expect(moved).toBeInstanceOf(Accepted);
    expect(await readClock(await sandbox.at(new Date()))).toMatchObject({ moved: true, catching_up: null, resetting: false });
    expect([await countRows("contracts", sandbox), await countRows("events", sandbox)]).toEqual([0, 0]);
  });

  test("leaves nothing that due work made of it until it was noted", async () => {
    const sandbox = await openSandbox();
    await addWebhook(sandbox, "https://hooks.example.com/covergate", ["v2.contract.renewed"]);
    await makeContracts(sandbox, 3);
    const asked = await sandbox.at(new Date());
    await shiftClock(await sandbox.at(new Date()), shiftClockBody.parse({ advance: "P5M" }));
    expect(await countRows("contracts", sandbox)).toBe(9);
    await startOver(asked, { confirm: sandbox.confirm });
    const left = ["contracts", "automatic_renewals", "events", "deliveries"].map((table) => countRows(table, sandbox));
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0]);
  });

  test("is finished for other worlds after one that fails", async () => {
    const [failing, other] = [await openSandbox(), await openSandbox()];
    for (const sandbox of [failing, other]) await startOver(await sandbox.at(new Date()), { confirm: sandbox.confirm }, 0);
    await refuseUpdates("worlds", failing.worldId);
    await emptyWorlds(new Date());
    expect(await readClock(await other.at(new Date()))).toMatchObject({ resetting: false });
  });

  // rules/sandbox.md#reset-2
  test("is for developers and for the development key only, and requires the beginning of the key", async () => {
    const sandbox = await openSandbox();
    await makeContracts(sandbox, 1);
    const ctx = await sandbox.at(new Date());
    const { confirm } = sandbox;
    await expect(startOver(asPerson(ctx, "member"), { confirm })).rejects.toMatchObject({ key: "developerOnly" });
    await expect(startOver(await sandbox.at(new Date(), "production"), { confirm })).rejects.toMatchObject({
      errorName: "INSUFFICIENT_PERMISSIONS",
    });
    await expect(startOver(asPerson(ctx, "owner"), { confirm: "cg_dev_none" })).rejects.toMatchObject({ errorName: "MALFORMED_REQUEST" });
    expect(await countRows("contracts", sandbox)).toBe(1);
    await startOver(asPerson(ctx, "owner"), { confirm });
    expect(await countRows("contracts", sandbox)).toBe(0);
    expect(
      await sql`select actor ->> 'userId' as user from audit_entries where action = 'sandbox.reset' and subject_id = ${sandbox.partnerId}`,
    ).toEqual([{ user: "usr_test" }]);
  });
});
