import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { seedDemo } from "#demo/demo.ts";
import { jobs } from "#jobs/table.ts";
import { openSandbox } from "#lib/developer/recipes/sandbox.fixture.ts";
import { plansOf } from "#lib/platform/database/observed-plans.fixture.ts";
import type { ObservedPlan } from "#lib/platform/database/observed-plans.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const server = await vi.hoisted(async () => {
  const { findPostgres, startStockPostgres } = await import("#e2e/foreign/stock-postgres.ts");
  const { loggingPlans } = await import("#lib/platform/database/observed-plans.fixture.ts");
  const { completeEnvironment } = await import("#scripts/settings.ts");
  const home = findPostgres();
  if (home === undefined) return undefined;
  const started = await startStockPostgres(home);
  const { href } = Object.assign(new URL(started.url), { search: new URLSearchParams(loggingPlans).toString() });
  completeEnvironment({ DATABASE_URL: href, DATA_DIR: started.directory, BASE_URL: "" });
  return { ...started, observedUrl: href };
});

afterAll(async () => {
  await sql.end();
  await server?.stop();
});

let plans: ObservedPlan[] = [];

beforeAll(async () => {
  if (server === undefined) return;
  plans = await plansOf(server.logFile, async () => {
    await migrateDatabase(server.observedUrl);
    await seedDemo({ url: "http://localhost", dataDir: server.directory });
    const sandbox = await openSandbox();
    await sandbox.runRecipes();
    await sandbox.readLists();
    await sandbox.deliverAll();
    for (const job of jobs) await job.run(currentTime());
    await sandbox.close();
  });
});

test.skipIf(server === undefined)("this machine's stock postgres JIT-compiles none of the plans", () => {
  expect(plans.length).toBeGreaterThan(1_000);
  expect(plans.filter(({ isCompiled }) => isCompiled).map(({ statement }) => statement.slice(0, 200))).toEqual([]);
});

test.skipIf(server === undefined)("this machine's stock postgres JIT-compiles costly plans of connections that allow it", async () => {
  const stock = postgres(server?.observedUrl ?? "", { max: 1 });
  // The planner expects a thousand rows of each, and there is one.
  const row = stock`generate_series(1, (select 1))`;
  const compiled = await plansOf(server?.logFile ?? "", () => stock`select count(*) from ${row} a, ${row} b, ${row} c`);
  await stock.end();
  expect(compiled.filter(({ isCompiled }) => isCompiled)).toHaveLength(1);
});
