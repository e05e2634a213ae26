import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { listOfWorld } from "#lib/account/keys/list.ts";
import { makeOwner } from "#lib/account/keys/owner.fixture.ts";
import { regenerateOwn } from "#lib/account/keys/regenerate.ts";
import { readImpact } from "#lib/account/keys/request-counts.ts";
import { readUsageOverTime } from "#lib/account/keys/usage.ts";
import { sampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";

const now = new Date("2027-03-15T10:30:00.000Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test("the calls of each key are counted by hour or day, the replaced key's too, and only those of the partner's own system", async () => {
  const { owner, keys, worlds } = await makeOwner();
  const old = keys.development.id;
  const next = await regenerateOwn(owner("development", hoursAgo(3)), { keyId: old, overlap: 24 });
  const call = (keyId: string, hours: number, changes: object = {}) =>
    recordCall(sampleCall({ at: hoursAgo(hours), worldId: worlds.development.id, keyId, ...changes }));
  call(old, 50);
  call(old, 3);
  call(old, 2, { status: 400, errorCode: 1051 });
  for (const hours of [1, 1, 0]) call(next.id, hours);
  for (const source of ["try_it", "recipe", "sandbox"] as const) call(next.id, 1, { source });
  call(next.id, 0, { source: "command_line" });
  recordCall(sampleCall({ at: now, worldId: worlds.production.id, keyId: keys.production.id }));
  await flushCalls();

  const day = await readUsageOverTime(owner("development", now), { range: "24h", timeZone: "UTC" });
  expect(day.points).toHaveLength(24);
  const told = Object.fromEntries(day.keys.map(({ keyId, trend, ...counts }) => [keyId, { ...counts, last: trend.slice(-4) }]));
  expect(told).toEqual({
    [old]: { calls: 2, errors: 1, last: [1, 1, 0, 0] },
    [next.id]: { calls: 4, errors: 0, last: [0, 0, 2, 2] },
  });

  const month = await readUsageOverTime(owner("development", now), { range: "30d", timeZone: "UTC" });
  expect(month.points).toHaveLength(30);
  expect(month.keys.find(({ keyId }) => keyId === old)?.trend.slice(-3)).toEqual([1, 0, 2]);
});

test("a key's last 24 hours are those of the chart, on the page of the keys and before it is revoked", async () => {
  const { worlds, keys, owner } = await makeOwner();
  const hour = Math.floor(now.getTime() / 3_600_000) * 3_600_000;
  for (const hours of [24, 23, 0]) {
    recordCall(sampleCall({ at: new Date(hour - hours * 3_600_000), worldId: worlds.development.id, keyId: keys.development.id }));
  }
  await flushCalls();
  const [{ use } = {}] = await listOfWorld(owner("development", now));
  const usage = await readUsageOverTime(owner("development", now), { range: "24h", timeZone: "UTC" });
  const impact = await readImpact(staffAt(now), keys.development.id);
  expect([usage.keys[0]?.calls, use?.calls, impact.calls]).toEqual([2, 2, 2]);
});

test("the plan reads the hours of one world by their index, whatever other worlds have", async () => {
  const { worlds } = await makeOwner();
  const plan = await sql.begin(async (tx) => {
    await tx`insert into call_hours (world_id, hour, duration_class, key_id, calls, errors)
      select case when n % 20 = 0 then ${worlds.development.id}::int else -n % 200 end,
        ${now}::timestamptz - (n / 100) * interval '1 hour', n % 60, 'key_of_plan_' || n % 3, 1, 0
      from generate_series(1, 60000) n on conflict do nothing`;
    await tx`analyze call_hours`;
    const rows = await tx<{ "QUERY PLAN": string }[]>`
      explain select key_id, sum(calls) from call_hours
      where world_id = ${worlds.development.id} and hour >= ${hoursAgo(24)} and hour < ${now} group by key_id`;
    await tx`delete from call_hours where key_id like 'key_of_plan_%'`;
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("call_hours_pk");
  expect(plan).not.toContain("Seq Scan");
});
