import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { seedDemo } from "#demo/demo.ts";
import { fillDemo } from "#demo/fill.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import { claimStatuses } from "#lib/insurance/claims/schema.ts";

// The filling ends all due contracts, so the tests need a database of their own.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

test("the filled demo has every kind of contract, claim, call and delivery in each partner's Development, once", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "covergate-demo-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const demo = await seedDemo({ url: "http://localhost:3000", dataDir });
  const filled: string[] = [];
  const fill = () => fillDemo(demo, (partner) => void filled.push(partner));
  await fill();
  await flushCalls();
  const keys = await Promise.all(demo.partners.map(({ developmentKey }) => findKey(developmentKey)));
  const worldIds = keys.flatMap((key) => (key === undefined ? [] : [key.world.id]));
  const worlds = await sql`
    select (select array_agg(distinct contract_type order by contract_type) from contracts where world_id = w.id) as types,
      (select array_agg(distinct status order by status) from contracts where world_id = w.id) as states,
      (select array_agg(distinct status order by status) from claims where world_id = w.id) as claims,
      (select array_agg(distinct status order by status) from deliveries where world_id = w.id) as deliveries,
      (select count(*) > 0 from calls where world_id = w.id and error_code is not null) as "hasMistakes",
      (select count(*) > 150 from calls where world_id = w.id) as "hasCalls",
      (select count(*) > 0 from automatic_renewals where world_id = w.id and applied_at < now() - interval '1 day') as "hasRenewed"
    from worlds w where w.id = any(${worldIds}) order by w.id`;
  const whole = {
    types: [...contractTypes].toSorted(),
    states: ["cancel", "closed", "open", "terminated"],
    claims: [...claimStatuses].toSorted(),
    // No worker sends the last one here.
    deliveries: ["failed", "pending", "succeeded"],
    hasMistakes: true,
    hasCalls: true,
    hasRenewed: true,
  };
  expect([...worlds]).toEqual([whole, whole]);
  expect(await sql`select distinct world_id from calls`).toHaveLength(2);
  await fill();
  expect(filled).toEqual(demo.partners.map(({ name }) => name));
});
