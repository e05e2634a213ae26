import { createHash } from "node:crypto";
import { expect, inject, test } from "vitest";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { lcd, lmd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { moveSandboxClock, readSandboxClock, returnSandboxClock } from "#lib/developer/sandbox/endpoints.ts";
import { createContract, endContract } from "#lib/insurance/contracts/endpoints.ts";
import { listStatements, readStatement } from "#lib/insurance/statements/endpoints.ts";
import { monthAfter, monthOf } from "#lib/insurance/statements/rules/months.ts";

test("a year of statements can be rehearsed with the sandbox clock, and its closed months stay unchanged", async () => {
  const { key, uid } = await makeShop();
  const { now } = await succeed(key, readSandboxClock);
  const first = monthOf(new Date(now));
  const { price } = await succeed(key, createContract, { body: lmd(uid, { automatic_renewal: true }) });
  await succeed(key, moveSandboxClock, { body: { advance: "P1Y" } });
  // Months that are being closed are missing until they are stored.
  const statements = await waitUntil(async () => {
    const months = await succeed(key, listStatements);
    return months.length === 13 ? months : false;
  });
  expect(statements.map(({ closed }) => closed).filter((closed) => !closed).length).toBeLessThanOrEqual(2);
  expect(statements.at(-1)).toMatchObject({
    month: first,
    closed: true,
    totals: { contracts_created: 1, premium_net: price, loss_ratio: 0 },
  });
  // Renewals are contracts of their month.
  expect(statements.reduce((sum, { totals }) => sum + totals.contracts_created, 0)).toBeGreaterThan(3);

  const closed = await succeed(key, readStatement, { params: { month: first } });
  await succeed(key, createContract, { body: lcd(uid, { start_date: undefined, end_date: inMonths(now, 12.5) }) });
  expect(await succeed(key, readStatement, { params: { month: first } })).toEqual(closed);

  await succeed(key, returnSandboxClock);
  expect(await succeed(key, readStatement, { params: { month: first } })).toMatchObject({ closed: false, sha256: null });
  expect(await refuse(key, readStatement, { params: { month: monthAfter(first) } })).toMatchObject({ status: 404, code: 1090 });
});

function inMonths(now: string, months: number): string {
  return new Date(Date.parse(now) + months * 30.5 * 86_400_000).toISOString();
}

// rules/statements.md#files-1
test("the entries are available as CSV, whose hash is that of the closed statement", async () => {
  const { key, uid } = await makeShop();
  const month = monthOf(new Date());
  const { cid = "" } = await succeed(key, createContract, { body: lcd(uid) });
  await succeed(key, endContract, { params: { contractId: cid } });
  await succeed(key, moveSandboxClock, { body: { advance: "P2M" } });
  const response = await fetch(`${inject("baseUrl")}/v2/statements/${month}?format=csv`, { headers: { key } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="statement-${month}.csv"`);
  const text = await response.text();
  const [, created, cancelled] = text.trim().split("\r\n");
  expect(created).toMatch(new RegExp(`^prem_\\w+,[^,]+,${uid},${cid},cpid_\\w+,created,[\\d.]+$`));
  expect(cancelled).toMatch(new RegExp(`,cancelled,-[\\d.]+$`));
  const { sha256, totals } = await succeed(key, readStatement, { params: { month } });
  expect(sha256).toBe(createHash("sha256").update(text).digest("hex"));
  expect(totals).toMatchObject({ contracts_created: 1, premium_net: 0, loss_ratio: null });
});

test("an unknown format is refused by name, and another world's month does not exist", async () => {
  const [one, other] = await Promise.all([makeShop(), makeShop()]);
  await succeed(one.key, createContract, { body: lcd(one.uid) });
  const month = monthOf(new Date());
  const { error } = await call(one.key, readStatement, { params: { month }, query: { format: "xml" } });
  expect(error?.message).toContain("format");
  expect(await refuse(other.key, readStatement, { params: { month } })).toMatchObject({ status: 404, code: 1090 });
  expect(await succeed(other.key, listStatements)).toEqual([]);
});
