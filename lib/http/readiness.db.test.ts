import { expect, test, vi } from "vitest";

await vi.hoisted(async () => {
  const { completeEnvironment } = await import("#scripts/settings.ts");
  completeEnvironment({ LOG_LEVEL: "silent" });
  // One for transactions and one for statements.
  await (await import("#e2e/setup/own-database.ts")).useOwnDatabase({ pool: 2 });
});

const { sql } = await import("#db/client.ts");
const { readiness } = await import("#lib/http/readiness.ts");

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
