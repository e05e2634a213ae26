import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { makeWebhook, queueDeliveries } from "#lib/jobs/webhook.fixture.ts";
import { freeze, giveMoveUp } from "#lib/moves/freeze.ts";
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
