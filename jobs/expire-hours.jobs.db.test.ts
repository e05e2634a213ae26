import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { runMaintenance } from "#jobs/maintenance.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

await useOwnDatabase();

const now = new Date("2029-06-15T10:00:00.000Z");
const hour = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * hour).toISOString();

test("hourly counts are stored for 400 days, and no longer", async () => {
  const kept = [ago(400 * 24), ago(399 * 24), ago(0)];
  for (const at of [ago(4000 * 24), ago(400 * 24 + 1), ...kept]) {
    await sql`insert into call_hours (world_id, hour, duration_class, calls, errors) values (1, ${at}, 80, 3, 1)`;
    await sql`insert into error_hours (world_id, hour, endpoint, error_code, calls) values (1, ${at}, 'createContract', 1051, 1)`;
    await sql`insert into delivery_hours (world_id, hour, outcome, deliveries) values (1, ${at}, 'succeeded', 3)`;
  }
  expect(await runMaintenance(now)).toMatchObject({ hours: 6 });
  for (const table of ["call_hours", "error_hours", "delivery_hours"]) {
    const rows = await sql<{ hour: Date }[]>`select hour from ${sql(table)} order by hour`;
    expect(rows.map((row) => row.hour.toISOString())).toEqual(kept);
  }
  expect(await runMaintenance(now)).toMatchObject({ hours: 0 });
});

test("outages of a webhook are stored for 400 days after their end, and while they last", async () => {
  const { worlds } = await makePartner();
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    values ('whk_outages', ${worlds.production.id}, 'A', 'https://example.com', true, '{v2.contract.created}', now(), now())`;
  const outages = [
    { id: "out_over", beganAt: ago(402 * 24), endedAt: ago(400 * 24 + 1) },
    { id: "out_kept", beganAt: ago(402 * 24), endedAt: ago(400 * 24) },
    { id: "out_open", beganAt: ago(402 * 24), endedAt: null },
  ];
  for (const { id, beganAt, endedAt } of outages) {
    await sql`insert into webhook_outages (id, webhook_id, began_at, noticed_at, ended_at) values (${id}, 'whk_outages', ${beganAt}, ${beganAt}, ${endedAt})`;
  }
  await runMaintenance(now);
  expect(await sql`select id from webhook_outages order by id`).toEqual([{ id: "out_kept" }, { id: "out_open" }]);
});

test("a step of maintenance that fails keeps no other from its work", async () => {
  await sql`insert into call_hours (world_id, hour, duration_class, calls, errors) values (1, ${ago(4000 * 24)}, 80, 3, 1)`;
  await sql`alter table sign_in_attempts rename to away`;
  try {
    await expect(runMaintenance(now)).rejects.toMatchObject({ errors: [{ cause: { code: "42P01" } }] });
  } finally {
    await sql`alter table away rename to sign_in_attempts`;
  }
  expect(await sql`select from call_hours where hour = ${ago(4000 * 24)}`).toHaveLength(0);
});
