import { createHash } from "node:crypto";
import { expect, inject, test } from "vitest";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { lcd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import { moveSandboxClock, returnSandboxClock } from "#lib/developer/sandbox/endpoints.ts";
import { createContract, endContract } from "#lib/insurance/contracts/endpoints.ts";
import { listStatements, readStatement } from "#lib/insurance/statements/endpoints.ts";
import { monthAfter, monthOf } from "#lib/insurance/statements/rules/months.ts";

// rules/statements.md#files-1
test("the entries are available as CSV, whose hash is that of the closed statement, until the sandbox clock returns", async () => {
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

  await succeed(key, returnSandboxClock);
  expect(await succeed(key, readStatement, { params: { month } })).toMatchObject({ closed: false, sha256: null });
  expect(await refuse(key, readStatement, { params: { month: monthAfter(month) } })).toMatchObject({ status: 404, code: 1090 });
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
