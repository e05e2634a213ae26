import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { env } from "#lib/platform/env.ts";

const beside = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => beside.end());

const lock = () => `select pg_advisory_xact_lock(hashtext('${randomUUID()}'))`;

describe.concurrent("the locks of a frozen process's transaction", () => {
  test("are released soon after the process freezes, and the thawed process cannot continue the transaction", async () => {
    const held = lock();
    const frozen = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const transaction = sql.begin(async (tx) => {
      await tx.unsafe(held);
      holding.resolve();
      await frozen.promise;
      await tx`select 1`;
    });
    const settled = Promise.allSettled([transaction]);
    await holding.promise;
    await expect(sql.begin((tx) => tx.unsafe(held))).resolves.toHaveLength(1);
    frozen.resolve();
    expect(await settled).toMatchObject([{ status: "rejected", reason: { code: "CONNECTION_CLOSED" } }]);
  });

  test("make statements and transactions of others wait only for a limited time", async () => {
    const held = lock();
    await beside.begin(async (tx) => {
      await tx.unsafe(held);
      const waiting = [sql.unsafe(held), sql.begin((own) => own.unsafe(held))].map((one) => expect(one).rejects.toThrow("lock timeout"));
      await Promise.all(waiting);
    });
  });
});
