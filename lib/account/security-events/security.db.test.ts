import { beforeAll, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { list } from "#lib/account/security-events/list.ts";
import { flushSecurityEvents, recordSecurityEvent } from "#lib/account/security-events/note.ts";
import { alarmingCount } from "#lib/account/security-events/schema.ts";
import { expireSecurityEvents, readTrends, watchSecurity } from "#lib/account/security-events/watch.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { log } from "#lib/platform/log/log.ts";

// A database of its own, since its counts are global.
await useOwnDatabase();
const mails = await useMailServer();

const now = new Date("2027-03-01T10:20:30.000Z");
const ctx = staffAt(now);
const most = alarmingCount("signInFailed");
const written = vi.spyOn(log, "warn").mockReturnValue();
let lines: unknown[] = [];

beforeAll(async () => {
  const guess = { kind: "signInFailed", subject: "ada@example.org", address: "192.0.2.1", at: now } as const;
  // Two instances count by themselves.
  for (let count = 0; count < most - 1; count += 1) recordSecurityEvent(guess);
  await flushSecurityEvents();
  recordSecurityEvent({ ...guess, detail: "POST /api/auth/callback/credentials" });
  recordSecurityEvent({ kind: "keyRevoked", subject: "cg_live_abcd", address: "192.0.2.2", at: new Date(now.getTime() - 25 * 3_600_000) });
  await flushSecurityEvents();
  lines = written.mock.calls.map(([fields]) => fields);
});

test("repeated refusals make one row and one log line a second, and every one is counted", async () => {
  const { rows } = await list(ctx, { limit: 10 });
  expect(rows).toMatchObject([
    { kind: "signInFailed", subject: "ada@example.org", address: "192.0.2.1", count: most, detail: "POST /api/auth/callback/credentials" },
    { kind: "keyRevoked", subject: "cg_live_abcd", count: 1, detail: null },
  ]);
  expect(lines).toMatchObject([
    { security: "signInFailed", subject: "ada@example.org", address: "192.0.2.1", count: most - 1 },
    { security: "signInFailed", count: 1 },
    { security: "keyRevoked", count: 1 },
  ]);
});

test("the list finds by address, by subject, and by kind", async () => {
  const found = async (asked: object) => (await list(ctx, { limit: 10, ...asked })).rows.map(({ kind }) => kind);
  expect(await found({ search: "192.0.2.2" })).toEqual(["keyRevoked"]);
  expect(await found({ search: "ada@example.org" })).toEqual(["signInFailed"]);
  expect(await found({ kind: ["keyRevoked", "pageForbidden"] })).toEqual(["keyRevoked"]);
  expect(await found({ from: now })).toEqual(["signInFailed"]);
});

test("support is notified once about an hour with more events than usual", async () => {
  const { email } = await makeUser("support");
  await makeUser("handler");
  const [first, second] = await Promise.all([watchSecurity(now), watchSecurity(now)]);
  expect(first.alarms + second.alarms).toBe(1);
  expect(await watchSecurity(new Date(now.getTime() + 60_000))).toEqual({ alarms: 0 });
  await mails.deliver();
  expect(mails.received).toEqual([
    { to: [email], text: expect.stringContaining("Since 2027-03-01 10:00 UTC there were 50 or more failed sign-ins") as unknown },
  ]);
  const { points, kinds, alarms } = await readTrends(ctx);
  expect(points.at(-1)).toEqual({ at: new Date("2027-03-01T10:00:00.000Z"), count: most });
  expect(points).toHaveLength(24);
  expect(kinds).toContainEqual({ kind: "signInFailed", count: most, before: 0 });
  expect(kinds).toContainEqual({ kind: "keyRevoked", count: 0, before: 1 });
  expect(alarms).toEqual([{ kind: "signInFailed", hour: new Date("2027-03-01T10:00:00.000Z"), count: most }]);
});

test("events are deleted after 90 days, and no sooner", async () => {
  const day = 86_400_000;
  await expireSecurityEvents(new Date(now.getTime() + 88 * day));
  expect(await sql`select from security_events`).toHaveLength(2);
  await expireSecurityEvents(new Date(now.getTime() + 91 * day));
  expect(await sql`select from security_events`).toHaveLength(0);
});

test("who writes what waits also waits for what is being written", async () => {
  let isStored = false;
  let again: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await tx`lock table security_events in exclusive mode`;
    recordSecurityEvent({ kind: "linkUnknown", subject: "?", address: "192.0.2.3", at: now });
    void flushSecurityEvents();
    again = flushSecurityEvents().then(() => (isStored = true));
    await tx`select 1`;
    expect(isStored).toBe(false);
  });
  await again;
  expect(await sql`select from security_events where address = '192.0.2.3'`).toHaveLength(1);
});
