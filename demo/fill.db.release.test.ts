import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeTime } from "ulid";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { claimStatuses } from "#db/schema/enums.ts";
import { seedDemo } from "#demo/demo.ts";
import { fillDemo } from "#demo/fill.ts";
import type { FillProgress } from "#demo/fill.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { readFilling } from "#lib/account/worlds/fills.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import { endDueContracts } from "#lib/insurance/contracts/end-due.ts";
import { findPayer } from "#lib/insurance/payments/read-account.ts";
import { closeStatements } from "#lib/insurance/statements/close.ts";
import { listMismatches, verify } from "#lib/insurance/statements/verify.ts";
import { isBankDay } from "#lib/platform/time/bank-days.ts";

// The filling changes prices, so the tests need a database of their own.
await useOwnDatabase();
changeSettings({ WEBHOOK_ALLOWED_HOSTS: ["localhost"] });

const receiver = "http://localhost:9";

interface Filled {
  types: string[];
  states: string[];
  claims: string[];
  deliveries: string[];
  [figure: string]: unknown;
}

const readWorlds = () => sql<Filled[]>`
  select w.environment,
    (select array_agg(distinct contract_type order by contract_type) from contracts where world_id = w.id) as types,
    (select array_agg(distinct status order by status) from contracts where world_id = w.id) as states,
    (select array_agg(distinct status order by status) from claims where world_id = w.id) as claims,
    (select array_agg(distinct status order by status) from deliveries where world_id = w.id) as deliveries,
    (select count(distinct error_code) >= 3 from calls where world_id = w.id and error_code is not null) as "hasMistakes",
    (select count(*) > 200 from calls where world_id = w.id) as "hasCalls",
    (select count(*) > 0 from automatic_renewals where world_id = w.id and applied_at < now() - interval '1 day') as "hasRenewed",
    (select count(*) = 12 from statements where world_id = w.id) as "hasYear",
    (select count(*) > 0 from alerts a join alert_rules r on r.id = a.rule_id where r.world_id = w.id) as "hasAlerted"
  from worlds w join demo_fills f on f.world_id = w.id order by w.id`;

// rules/sandbox.md#demo-1, #demo-2
test("an interrupted filling goes on, and each world then has a year of everything, with clean accounts", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "covergate-demo-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const demo = await seedDemo({ url: "http://localhost:3000", dataDir, receiverPort: 9 });
  const interrupted = new AbortController();
  let reached: FillProgress | undefined;
  await fillDemo({
    receiver,
    signal: interrupted.signal,
    tell: (progress) => {
      reached = progress;
      interrupted.abort();
    },
  });
  expect(reached).toMatchObject({ partner: demo.partners[0]?.name, contracts: 40 });
  const [world] = await sql<{ id: number }[]>`select world_id as id from demo_fills order by world_id limit 1`;
  const worldId = world?.id ?? 0;
  expect((await readFilling(worldId))?.contracts).toBeGreaterThan(30);
  // Time passes in the other worlds only, and no month is closed while its premiums are being written.
  expect([await endDueContracts(new Date()), await closeStatements(new Date())]).toEqual([0, undefined]);
  expect(await sql`select from statements`).toHaveLength(0);

  const told: FillProgress[] = [];
  await fillDemo({ receiver, tell: (progress) => void told.push(progress) });
  await flushCalls();
  const whole = {
    types: [...contractTypes].toSorted(),
    states: ["cancel", "closed", "open", "terminated"],
    claims: [...claimStatuses].toSorted(),
    // No worker sends the last ones here.
    deliveries: expect.arrayContaining(["failed", "pending", "succeeded"]),
    ...{ hasMistakes: true, hasCalls: true, hasRenewed: true, hasYear: true, hasAlerted: true },
  };
  const environments = ["development", "production", "development", "production"];
  expect([...(await readWorlds())]).toEqual(environments.map((environment) => ({ ...whole, environment })));
  expect(told.at(-1)).toMatchObject({ partner: demo.partners[1]?.name, environment: "production" });
  const twice = await sql`
    select p.data ->> 'product_marked' as marked from contract_products p join contracts c on c.cid = p.cid
    where not exists (select from automatic_renewals a where a.next_cid = c.cid) group by c.world_id, 1 having count(*) > 1`;
  expect(twice).toHaveLength(0);

  const events = await sql<{ id: string; createdAt: Date }[]>`
    select id, created_at from events e where not exists (select from deliveries d where d.event_id = e.id and d.test)`;
  expect(events.filter(({ id, createdAt }) => Math.abs(decodeTime(id.slice(4)) - createdAt.getTime()) > 1000)).toEqual([]);

  const caused = await sql<{ status: number; path: string }[]>`
    select distinct c.status, c.path from events e join calls c using (execution_id)`;
  expect(caused.map(({ path }) => path)).toEqual(expect.arrayContaining(["/v2/contracts", "/v2/claims"]));
  expect(
    caused.filter(({ status }) => status >= 400),
    "a refused call causes no event",
  ).toEqual([]);

  expect(await findPayer(), "an account pays, so that the bank's half can be rehearsed").toMatchObject({ holder: "Covergate Assurances" });
  const paid = await sql<{ day: string }[]>`
    select to_char(s.payment_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as day
    from settlements s join claims c on c.id = s.claim_id where s.payment_at is not null and not c.test`;
  expect(paid.length).toBeGreaterThan(5);
  expect(paid.filter(({ day }) => !isBankDay(day))).toEqual([]);

  expect(await sql`select from users where password_hash is null`, "each partner has a colleague who is invited").toHaveLength(2);
  expect(await listMismatches()).toEqual([]);
  const months = await sql<{ worldId: number; month: string }[]>`select world_id, month from statements`;
  for (const statement of months) {
    const verified = await verify({ world: { id: statement.worldId }, now: new Date() }, statement.month);
    expect(verified?.isUnchanged).toBe(true);
  }
  const filled = await sql`select count(*)::int as contracts from contracts`;
  await fillDemo({ receiver, tell: () => expect.unreachable() });
  expect([...(await sql`select count(*)::int as contracts from contracts`)]).toEqual([...filled]);
}, 240_000);
