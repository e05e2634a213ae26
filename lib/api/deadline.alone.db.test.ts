import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { DeadlineExceeded } from "#db/deadline.ts";
import { eachInTime } from "#db/request-deadline.ts";
import { lmd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/crash/shop.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { answerSeconds, startDeadline, withLongDeadline } from "#lib/api/deadline.ts";
import { handle } from "#lib/api/handle.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { answerPage, answerWith, anyone, router } from "#lib/rpc/procedures.ts";
import type { PageContext } from "#lib/rpc/procedures.ts";

await vi.hoisted(async () => (await import("#scripts/settings.ts")).completeEnvironment({ REQUEST_DEADLINE_SECONDS: "1" }));
const beside = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => beside.end());

describe("a request that waits for the database past its deadline", () => {
  test.each([null, 1000])("is refused with 503 by the API and changes nothing later; limit of open contracts %s", async (limit) => {
    vi.spyOn(log, "error").mockReturnValue();
    const { key, uid, worldId } = await makeShop();
    await sql`update partners set open_contracts_limit = ${limit} where id = (select partner_id from worlds where id = ${worldId})`;
    const request = new Request("http://localhost/v2/contracts", {
      method: "POST",
      headers: { key, "content-type": "application/json" },
      body: JSON.stringify(lmd(uid, {})),
    });
    const answer = await beside.begin(async (tx) => {
      await tx`select from worlds where id = ${worldId} for update`;
      const answered = await handle(createContract, (ctx, { body, query }) => create(ctx, body, query))(request, { params: {} });
      // Its statement is cancelled, though the lock is held.
      await waitFor(async () =>
        expect(await tx`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`).toEqual([]),
      );
      return answered;
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({ status: "error", type: "service_unavailable", error: { code: 503 } });
    // Waits for the lock behind everything that still runs.
    await beside.begin((tx) => tx`select from worlds where id = ${worldId} for update`);
    expect(await sql`select from contracts where world_id = ${worldId}`).toHaveLength(0);
  });

  test("is refused by the portal in its envelope", async () => {
    vi.spyOn(log, "error").mockReturnValue();
    const route = answerWith(router({ slow: anyone.query(() => sql`select pg_sleep(60)`) }));
    const answer = await route(new Request("http://localhost/api/portal/trpc/slow"));
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({ error: { data: { key: "unavailable" } } });
  });
});

/** What Postgres executes of this, beside the statement that asks. */
const executing = (part: string) =>
  sql`select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like ${`%${part}%`}`;

const slow: Record<string, () => Promise<unknown>> = {
  "a procedure of a page": async () => {
    const route = answerWith(router({ slow: anyone.query(() => sql`select pg_sleep(61)`) }));
    return route(new Request("http://localhost/api/portal/trpc/slow"));
  },
  "a page that is rendered": () => {
    const procedures = router({ slow: anyone.query(() => sql`select pg_sleep(61)`) });
    return answerPage(procedures, { now: new Date() } as PageContext, "slow", undefined);
  },
  "a file that is streamed": () => text(Readable.from(eachInTime(makeSlowly()))),
};

async function* makeSlowly(): AsyncGenerator<string, void> {
  yield "first";
  await sql`select pg_sleep(61)`;
  yield "last";
}

test.each(Object.keys(slow))("Postgres works no longer for %s that is past its deadline", async (what) => {
  vi.spyOn(log, "error").mockReturnValue();
  const [outcome] = await Promise.allSettled([slow[what]?.()]);
  if (outcome?.status === "rejected") expect(outcome.reason).toBeInstanceOf(DeadlineExceeded);
  else expect(outcome?.value).toMatchObject({ status: 503 });
  await expect.poll(() => executing("pg_sleep(61)"), { timeout: 9_000 }).toEqual([]);
});

// rules/renewals.md#bulk-1
test("a write that answers in parts is finished by Postgres although its client is gone", async () => {
  const lock = Math.trunc(Math.random() * 1e9);
  await beside`select pg_advisory_lock(${lock})`;
  async function* write(): AsyncGenerator<string, void> {
    yield "begun";
    yield (await sql<{ written: string }[]>`select 'written' as written from pg_advisory_xact_lock(${lock})`)[0]?.written ?? "";
  }
  const leaving = new AbortController();
  const parts = eachInTime(write(), { hangUp: leaving.signal, isWrite: true });
  await parts.next();
  const second = parts.next();
  await expect.poll(() => executing(`pg_advisory_xact_lock`)).toHaveLength(1);
  leaving.abort();
  const closed = parts.return?.();
  await beside`select pg_advisory_unlock(${lock})`;
  expect(await second).toEqual({ done: false, value: "written" });
  await closed;
});

test.each([
  ["a request", startDeadline()],
  ["an upload", withLongDeadline],
])("the connection of %s waits until the deadline is over and the refusal can be sent", async (_what, withinDeadline) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  withinDeadline(() => new Promise(() => undefined)).catch(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(1000 * answerSeconds);
  expect(isOver).toBe(true);
});
