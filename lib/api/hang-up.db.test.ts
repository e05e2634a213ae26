import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import { handle } from "#lib/api/handle.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { listContracts } from "#lib/insurance/contracts/endpoints.ts";

// rules/call-log.md#record-10
test("a read whose caller hung up has the status 499 in the call log, and Postgres works no longer for it", async () => {
  const { key } = await makeShop();
  const hangUp = new AbortController();
  const request = new Request("http://localhost/v2/contracts", { headers: { key }, signal: hangUp.signal });
  const executing = () => sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and query like '%hung up%'`;
  const read = handle(listContracts, async () => {
    await sql`select pg_sleep(60) /* hung up */`;
    return [];
  });
  const answering = read(request, { params: {} });
  await expect.poll(executing, { timeout: 9_000 }).toHaveLength(1);
  hangUp.abort();
  const answer = await answering;
  await expect.poll(executing, { timeout: 9_000 }).toEqual([]);
  expect(answer.status).toBe(499);
  await flushCalls();
  const executionId = answer.headers.get("x-execution-id") ?? "";
  expect(await sql`select status, error_code from calls where execution_id = ${executionId}`).toEqual([{ status: 499, errorCode: null }]);
});
