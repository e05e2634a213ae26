import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { findContract, findReferenced } from "#lib/insurance/contracts/find.ts";

/** After five executions Postgres decides on a cached or a custom plan. */
const executions = 10;

interface Prepared {
  statement: string;
  kept: boolean;
}

test("look-ups by arrays use a cached plan", async () => {
  const key = generateKey("development");
  const kept = new Map<string, boolean>();
  while (kept.size < 3) {
    await Promise.all([
      findContract({ id: 0 }, "01JD3W7Q8ZK5T9V0XR2M4N6P8A"),
      findKey(key),
      findReferenced({ id: 0 }, { uid: "a", productIds: ["b"], zipcodes: [{ country: "FR", zipcode: "75002" }], towns: [] }, new Date()),
    ]);
    // On whichever connection; this statement is prepared too.
    const prepared = await sql<Prepared[]>`
      select statement, generic_plans > 0 as kept from pg_prepared_statements
      where statement like '%unnest(%' and statement not like '%pg_prepared_statements%' and generic_plans + custom_plans >= ${executions}`;
    for (const one of prepared) kept.set(one.statement, one.kept);
  }
  expect([...kept.values()]).toEqual([true, true, true]);
});
