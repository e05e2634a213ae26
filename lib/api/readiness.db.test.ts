import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { notePages, readiness } from "#lib/api/readiness.ts";

// Its statements have one connection.
await useOwnDatabase({ isNarrow: true });
changeSettings({ LOG_LEVEL: "silent" });

test("an unresponsive database makes the instance unready within the time-out", async () => {
  let waiting: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    waiting = sql`select pg_advisory_xact_lock(1)`.execute();
    expect((await readiness()).status).toBe(503);
  });
  await waiting;
  expect((await readiness()).status).toBe(200);
});

test("an instance is ready only with every migration of its release, also beside those of a later one", async () => {
  const look = async () => {
    const answer = await readiness();
    return [answer.status, ((await answer.json()) as { reason?: string }).reason];
  };
  const behind = [503, "migrations have not run"];
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', 9999999999999)`;
  expect(await look()).toEqual([200, undefined]);
  // Restored from a backup of the release before.
  const [last] = await sql<{ hash: string; createdAt: string }[]>`
    delete from drizzle.__drizzle_migrations where created_at = (
      select max(created_at) from drizzle.__drizzle_migrations where hash <> 'of a later release') returning hash, created_at`;
  expect(await look()).toEqual(behind);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${last?.hash ?? ""}, ${last?.createdAt ?? ""})`;
  expect(await look()).toEqual([200, undefined]);
  await sql`alter table drizzle.__drizzle_migrations rename to away`;
  expect(await look()).toEqual(behind);
  await sql`alter table drizzle.away rename to __drizzle_migrations`;
});

test("an instance whose build was replaced under it is not ready", async () => {
  notePages("ready", async () => false);
  const answer = await readiness();
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: "unready", reason: expect.stringContaining("was replaced") as string },
  ]);
  notePages("ready", async () => true);
  expect((await readiness()).status).toBe(200);
});
