import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { jobs } from "#jobs/table.ts";
import { listOverdue } from "#lib/delivery/deliveries/due.ts";
import { openSandbox } from "#lib/developer/recipes/sandbox.fixture.ts";
import { copyRows, pretendRows, readJitAboveCost } from "#lib/platform/database/many-rows.fixture.ts";
import { loggingPlans, plansOf } from "#lib/platform/database/observed-plans.fixture.ts";
import type { ObservedPlan } from "#lib/platform/database/observed-plans.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { readTestSettings } from "#scripts/settings.ts";

await useOwnDatabase({ parameters: loggingPlans });

/** The rows of one large partner after years. */
const rowsPerTable = 1_000_000;
const growing = [
  ...["contracts", "contract_products", "products", "automatic_renewals", "claims", "claim_documents", "settlements"],
  ...["events", "deliveries", "delivery_queue", "delivery_attempts", "calls", "idempotency_keys", "audit_entries"],
];

let plans: ObservedPlan[] = [];

beforeAll(async () => {
  const sandbox = await openSandbox();
  await sandbox.runRecipes();
  await copyRows(growing);
  await pretendRows(growing, rowsPerTable);
  plans = await plansOf(join(inject("dataDirectory"), "postgres.log"), async () => {
    await sandbox.runRecipes();
    await sandbox.readLists();
    await listOverdue(currentTime());
    await sandbox.deliverAll();
    // A month is counted as a whole when it closes, which is once.
    for (const job of jobs) if (job.id !== "close-statements") await job.run(currentTime());
  });
  await sandbox.close();
}, 240_000);

/** Each statement once, with its highest price. */
function linesOf(chosen: readonly ObservedPlan[]): string[] {
  const cheapestFirst = chosen.toSorted((a, b) => a.price - b.price);
  const highest = new Map(cheapestFirst.map(({ statement, price }) => [statement, price]));
  return Array.from(highest, ([statement, price]) => `${Math.round(price)}: ${statement.slice(0, 200)}`);
}

// Its log is read where it is on this machine.
const isEmbedded = readTestSettings().TEST_DATABASE_URL === undefined;

test.skipIf(!isEmbedded)(
  "frequent statements are too cheap for a stock server to JIT-compile, with a million rows in every table",
  async () => {
    const jitAboveCost = await readJitAboveCost();
    const named = [
      "insert into calls",
      "update delivery_queue",
      "delete from delivery_queue",
      'into "deliveries"',
      '"idempotency_keys"',
      "from claims",
    ];
    expect(named.filter((part) => !plans.some(({ statement }) => statement.includes(part)))).toEqual([]);
    // The driver asks for the types of arrays once per connection; that of the queue makes Postgres price a scan of them as forbidden.
    const ofCode = plans.filter(({ statement }) => !statement.includes("pg_catalog.pg_type"));
    expect(linesOf(ofCode.filter(({ price }) => price > jitAboveCost))).toEqual([]);
  },
);

test.skipIf(!isEmbedded)("no statement runs on a connection that JIT-compiles plans", () => {
  expect(linesOf(plans.filter(({ settings }) => settings["jit"] !== "off"))).toEqual([]);
});
