import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { makeWebhook, queueDeliveries } from "#lib/jobs/webhook.fixture.ts";
import { finishMove } from "#lib/moves/finish.ts";
import { freeze, giveMoveUp } from "#lib/moves/freeze.ts";
import { MoveRefused } from "#lib/moves/refused.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { emptyWorld } from "#lib/sandbox/empty.ts";
import { operatorContext } from "#lib/users/roles.ts";

// A move makes triggers on the tables of all.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const now = new Date("2027-03-01T09:00:00.000Z");
const ctx = operatorContext("tests", now);
const statusOf = async (id: string) => (await sql<{ status: string }[]>`select status from partners where id = ${id}`)[0]?.status;

test("a move that could not be given up to the end can be given up again, and nothing stays held", async () => {
  const webhook = await makeWebhook();
  const { partnerId } = webhook.world;
  await queueDeliveries(webhook, now, 2);
  await freeze(ctx, partnerId, "moves");
  const held = () => sql`select from delivery_queue where webhook_id = ${webhook.id} and leased_until > now()`;
  expect(await held()).toHaveLength(2);

  await sql.unsafe(`
    create function refuse_release() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$;
    create trigger refuse_release before update on delivery_queue for each row execute function refuse_release()`);
  await expect(giveMoveUp(ctx, partnerId, "stays")).rejects.toThrow("refused by the test");
  await sql`drop function refuse_release cascade`;
  await giveMoveUp(ctx, partnerId, "stays");
  expect(await statusOf(partnerId)).toBe("active");
  expect(await held()).toHaveLength(0);
  await webhook.close();
});

/** Freezes a partner while a call of theirs that starts the sandbox over is under way. */
async function freezeWhileEmptied(): Promise<{ id: string; worldId: number }> {
  const { id, worlds } = await makePartner();
  const begun = Promise.withResolvers<void>();
  const call = sql.begin(async (tx) => {
    await tx`update worlds set emptied_before = ${now} where id = ${worlds.development.id}`;
    begun.resolve();
    await vi.waitFor(async () => expect(await statusOf(id)).toBe("moving"), 10_000);
  });
  await begun.promise;
  await Promise.all([freeze(ctx, id, "moves"), call]);
  return { id, worldId: worlds.development.id };
}

test("the move of a partner whose sandbox was to be emptied just then can be given up, and the sandbox is emptied", async () => {
  const { id, worldId } = await freezeWhileEmptied();
  await giveMoveUp(ctx, id, "stays");
  expect(await statusOf(id)).toBe("active");
  expect(await emptyWorld(worldId)).toBe(true);
});

test("the move of a partner whose sandbox was to be emptied just then can be finished", async () => {
  const { id } = await freezeWhileEmptied();
  await finishMove(ctx, id, "moved");
  expect(await statusOf(id)).toBe("moved");
});

test("no move begins while the sandbox is emptied or catches up", async () => {
  const { id, worlds } = await makePartner();
  const setSandbox = (column: string, at: Date | null) =>
    sql`update worlds set ${sql({ [column]: at })} where id = ${worlds.development.id}`;
  for (const column of ["emptied_before", "clock_stands_at"]) {
    await setSandbox(column, now);
    await expect(freeze(ctx, id, "moves")).rejects.toThrow(MoveRefused);
    expect(await statusOf(id)).toBe("active");
    await setSandbox(column, null);
  }
});
