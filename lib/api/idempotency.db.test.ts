import { sql as query } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { partsStatement } from "#db/constant-statement.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { handle } from "#lib/api/handle.ts";
import { commitStatement, transact } from "#lib/delivery/events/transact.ts";
import { lockKey, storingOf } from "#lib/developer/idempotency/stored-answers.ts";
import { moveSandboxClock } from "#lib/developer/sandbox/endpoints.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";

const moved = { now: "2027-03-01T09:00:00.000Z", offset_seconds: 5_097_600, moved: true };

/** Sends a move of the clock under a key, twice. `answer` is what it says after its transaction. */
async function sendTwice(answer: typeof moved | Accepted<typeof moved>) {
  const { keys, worlds } = await makePartner();
  const runs: { transaction: string; stored: { status: number; transaction: string }[] }[] = [];
  const handler = handle(moveSandboxClock, async (ctx) => {
    let transaction = "";
    await transact(async (tx) => {
      const [row] = await tx.execute<{ id: string }>(query`select pg_current_xact_id()::xid::text as id`);
      transaction = row?.id ?? "";
      return moved;
    }, ctx);
    const stored = await sql<{ status: number; transaction: string }[]>`
      select status, xmin::text as transaction from idempotency_keys where world_id = ${worlds.development.id}`;
    runs.push({ transaction, stored });
    return answer;
  });
  const send = async () => {
    const headers = { key: keys.development.text, "idempotency-key": "key-1", "content-type": "application/json" };
    const body = JSON.stringify({ to: moved.now });
    const response = await handler(new Request("http://localhost/v2/sandbox/clock", { method: "POST", headers, body }), { params: {} });
    return { status: response.status, text: await response.text(), isReplayed: response.headers.get("idempotent-replayed") === "true" };
  };
  return { answers: [await send(), await send()] as const, runs };
}

test.each([
  [202, new Accepted(moved)],
  [200, moved],
])("a repeated write whose work continued gets its first answer, %i", async (status, answer) => {
  const { answers, runs } = await sendTwice(answer);
  const [first, again] = answers;
  expect(first).toMatchObject({ status, isReplayed: false });
  expect(again).toEqual({ ...first, isReplayed: true });
  expect(runs).toHaveLength(1);
});

test("an answer of a write whose work continues is stored in the transaction of its change, as accepted", async () => {
  const { runs } = await sendTwice(moved);
  const [run] = runs;
  expect(run?.stored).toEqual([{ status: 202, transaction: run?.transaction }]);
});

test("a body that cannot be parsed does not use up its key: the corrected request is the first", async () => {
  const { keys, worlds } = await makePartner();
  const handler = handle(moveSandboxClock, async (ctx) => transact(async () => moved, ctx));
  const send = async (body: string) => {
    const headers = { key: keys.development.text, "idempotency-key": "key-1", "content-type": "application/json" };
    const response = await handler(new Request("http://localhost/v2/sandbox/clock", { method: "POST", headers, body }), { params: {} });
    return { status: response.status, isReplayed: response.headers.get("idempotent-replayed") === "true" };
  };
  const body = JSON.stringify({ to: moved.now });
  expect((await send(body.slice(0, -1))).status).toBe(400);
  expect(await sql`select from idempotency_keys where world_id = ${worlds.development.id}`).toHaveLength(0);
  expect(await send(body)).toEqual({ status: 200, isReplayed: false });
});

test("a write whose transaction failed is made again under its key, as for a product that was deleted meanwhile", async () => {
  const { keys, worlds } = await makePartner();
  const failures: unknown[] = [];
  const handler = handle(moveSandboxClock, async (ctx) => {
    const attempt = (value: string) =>
      transact(async (tx) => {
        await tx.execute(query`select ${value}::text::int`);
        return moved;
      }, ctx);
    await attempt("no number").catch((error: unknown) => failures.push(error));
    return attempt("1");
  });
  const headers = { key: keys.development.text, "idempotency-key": "key-1", "content-type": "application/json" };
  const body = JSON.stringify({ to: moved.now });
  const response = await handler(new Request("http://localhost/v2/sandbox/clock", { method: "POST", headers, body }), { params: {} });
  expect({ status: response.status, failures: failures.length }).toEqual({ status: 200, failures: 1 });
  expect(await sql`select from idempotency_keys where world_id = ${worlds.development.id}`).toHaveLength(1);
});

const other = { fingerprint: "of another request", executionId: "exec_other", status: 200, errorCode: null, subjectId: null, body: "{}" };

test("a change of two statements is refused where one is expected", async () => {
  const change = commitStatement(
    moved,
    async (tx) => {
      await tx.execute(query`select 1`);
      await tx.execute(query`select 2`);
    },
    {},
  );
  await expect(change).rejects.toThrow("a second statement is not part of this change");
});

const inTransaction = (ctx: ApiContext) => transact(async () => moved, ctx);
const inOneStatement = (ctx: ApiContext) =>
  commitStatement(moved, async (tx, storing) => void (await tx.execute(partsStatement(storing === undefined ? [] : [storing]))), ctx);

test.each([
  [409, "in a transaction", "is in progress", inTransaction],
  [422, "in a transaction", "has answered another request", inTransaction],
  [409, "in one statement", "is in progress", inOneStatement],
  [422, "in one statement", "has answered another request", inOneStatement],
])("a write is refused with %i %s where its key %s at another instance", async (status, _how, _why, write) => {
  const { keys, worlds } = await makePartner();
  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const of = { world: worlds.development, key: `key-${round}` };
    const refused = Promise.withResolvers<void>();
    let elsewhere: Promise<unknown> | undefined;
    const handler = handle(moveSandboxClock, async (ctx) => {
      const isThere = Promise.withResolvers<void>();
      elsewhere = db.transaction(async (tx) => {
        if (status === 409) await lockKey(tx, of);
        else await db.execute(partsStatement([storingOf(of, { ...other, createdAt: ctx.realTime })]));
        isThere.resolve();
        await refused.promise;
      });
      await isThere.promise;
      return write(ctx);
    });
    const headers = { key: keys.development.text, "idempotency-key": of.key, "content-type": "application/json" };
    const body = JSON.stringify({ to: moved.now });
    const response = await handler(new Request("http://localhost/v2/sandbox/clock", { method: "POST", headers, body }), { params: {} });
    refused.resolve();
    await elsewhere;
    statuses.push(response.status);
  }
  expect(statuses).toEqual(statuses.map(() => status));
});

test("a refusal by a rule while its key is in progress at another instance says when to try again", async () => {
  const { keys, worlds } = await makePartner();
  const refused = Promise.withResolvers<void>();
  let elsewhere: Promise<unknown> | undefined;
  const handler = handle(moveSandboxClock, async () => {
    const isThere = Promise.withResolvers<void>();
    elsewhere = db.transaction(async (tx) => {
      await lockKey(tx, { world: worlds.development, key: "key-1" });
      isThere.resolve();
      await refused.promise;
    });
    await isThere.promise;
    throw new ApiError("MALFORMED_REQUEST");
  });
  const headers = { key: keys.development.text, "idempotency-key": "key-1", "content-type": "application/json" };
  const body = JSON.stringify({ to: moved.now });
  const response = await handler(new Request("http://localhost/v2/sandbox/clock", { method: "POST", headers, body }), { params: {} });
  refused.resolve();
  await elsewhere;
  expect([response.status, response.headers.get("retry-after")]).toEqual([409, "1"]);
});
