import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { shiftClock } from "#lib/developer/sandbox/clock.ts";
import { openSandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { bodyOf, noon } from "#lib/insurance/renewals/shop.fixture.ts";
import { closeStatements } from "#lib/insurance/statements/close.ts";
import { list, read } from "#lib/insurance/statements/read.ts";
import { listMismatches, verify } from "#lib/insurance/statements/verify.ts";

await useOwnDatabase();

const applied = { preview: false };

test("a year of statements is rehearsed by the sandbox's clock: months close by it, and add up to the ledger to the cent", async () => {
  const sandbox = await openSandbox();
  // Winter time ends on the last day of this March, and summer time on that of October.
  const start = noon("2030-01-15");
  const moveTo = async (to: string) => shiftClock(await sandbox.at(start), shiftClockBody.parse({ to }));
  const shop = {
    uid: sandbox.uid,
    partnerId: sandbox.partnerId,
    at: () => {
      throw new Error("the sandbox says what time it is");
    },
  };
  const insure = async (months: number, changes: Record<string, unknown> = {}) => {
    const ctx = await sandbox.at(start);
    return create(ctx, bodyOf(shop, "LMD", new Date(ctx.now.getTime() + 60_000), months, changes), applied);
  };
  await insure(2, { automatic_renewal: true });
  // A second before and after the end of March in Paris.
  await moveTo("2030-03-31T21:59:59.000Z");
  const { cid = "" } = await insure(3);
  await moveTo("2030-03-31T22:00:01.000Z");
  await insure(3);
  await moveTo("2030-04-20T12:00:00.000Z");
  await end(await sandbox.at(start), cid, { reason: "The customer bought the bike." }, applied);
  await moveTo("2031-01-15T12:00:00.000Z");

  await closeStatements(start);
  const ctx = await sandbox.at(start);
  const statements = await list(ctx);
  expect([statements.length, statements.at(-1)?.month, statements[0]?.month]).toEqual([13, "2030-01", "2031-01"]);
  expect(statements.map(({ closed }) => closed)).toEqual([false, ...Array.from({ length: 12 }, () => true)]);
  const contractsOf = (month: string) => statements.find((statement) => statement.month === month)?.totals.contracts_created;
  // The first is renewed in the middle of every second month.
  expect(["2030-01", "2030-03", "2030-04", "2030-05", "2030-10"].map(contractsOf)).toEqual([1, 2, 1, 1, 0]);
  const [ledger] = await sql<{ cents: string; prices: string }[]>`
    select (select sum(amount_cents) from premium_entries where world_id = ${sandbox.worldId}) as cents,
      (select sum(p.price_cents) from contract_products p join contracts c using (cid) where c.world_id = ${sandbox.worldId}) as prices`;
  const net = statements.reduce((sum, { totals }) => sum + Math.round(totals.premium_net * 100), 0);
  expect(net).toBe(Number(ledger?.cents));
  expect(net).toBe(Number(ledger?.prices));
  expect(await listMismatches()).toEqual([]);
  for (const { month, closed } of statements.filter((statement) => statement.closed)) {
    expect([month, closed, (await verify(ctx, month))?.isUnchanged]).toEqual([month, true, true]);
  }
  expect((await read(ctx, "2030-03")).closed_at).toBe("2030-04-02T22:00:00.000Z");
});
