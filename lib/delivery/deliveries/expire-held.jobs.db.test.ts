import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { expireHeld } from "#lib/delivery/deliveries/expire-held.ts";
import { readHealth } from "#lib/delivery/webhook-settings/health.ts";
import { change, create } from "#lib/delivery/webhook-settings/manage.ts";
import { emitSampleEvent, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";

await useOwnDatabase();
const mails = await useMailServer();

const start = new Date("2027-03-01T09:00:00.000Z");
const day = (days: number) => new Date(start.getTime() + days * 86_400_000);

async function makeDisabled(held: readonly number[]) {
  const { owner } = await makeOwner();
  const at = (days: number) => owner("production", day(days));
  const { id } = await create(at(0), { ...sampleSettings, enabled: false });
  for (const days of held) await emitSampleEvent(at(days), "v2.contract.created");
  const count = async () => {
    const [row] = await sql<{ waiting: number; cancelled: number }[]>`
      select count(*) filter (where status = 'pending')::int as waiting, count(*) filter (where status = 'cancelled')::int as cancelled
      from deliveries where webhook_id = ${id}`;
    return row;
  };
  return { id, at, count };
}
const readDrop = (id: string) => sql`select since, dropped::int as dropped from webhook_drops where webhook_id = ${id}`;

test("what a disabled webhook holds is bounded in age and number, counted, and its owner is told once", async () => {
  const { id, at, count } = await makeDisabled([0, 1, 10, 20, 21, 22]);
  mails.received.length = 0;
  expect(await expireHeld(day(30), { days: 40, most: 10 })).toBe(0);
  const runs = await Promise.all([1, 2, 3].map(() => expireHeld(day(32), { days: 30, most: 10 })));
  expect(runs.reduce((sum, dropped) => sum + dropped, 0)).toBe(2);
  expect(await count()).toEqual({ waiting: 4, cancelled: 2 });
  expect(await expireHeld(day(32), { days: 30, most: 3 })).toBe(1);
  expect(await readHealth(at(32), id, { range: "7d", timeZone: "UTC" })).toMatchObject({ dropped: { count: 3, since: day(0) } });
  await mails.deliver();
  expect(mails.received).toHaveLength(1);
  expect(mails.received[0]?.text).toContain(`/production/webhooks/${id}`);

  await change(at(33), id, { enabled: true });
  expect(await expireHeld(day(400), { days: 30, most: 1 })).toBe(0);
  expect(await count()).toEqual({ waiting: 3, cancelled: 3 });
  await change(at(34), id, { enabled: false });
  expect(await readHealth(at(34), id, { range: "7d", timeZone: "UTC" })).toMatchObject({ dropped: null });
});

test("a webhook that is enabled at the same time loses what went before or sends everything, and never a part unseen", async () => {
  const { id, at, count } = await makeDisabled([0, 1, 2]);
  await Promise.all([expireHeld(day(60), { days: 30, most: 10 }), change(at(60), id, { enabled: true })]);
  const [drop] = await readDrop(id);
  const dropped = Number(drop?.["dropped"] ?? 0);
  expect([0, 3]).toContain(dropped);
  expect(await count()).toEqual({ waiting: 3 - dropped, cancelled: dropped });
});
