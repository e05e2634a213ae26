import { sql } from "#db/client.ts";
import { create } from "#lib/contracts/create.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import { newId } from "#lib/ids.ts";
import { bodyOf } from "#lib/renewals/shop.fixture.ts";
import { moveClock, readClock, returnClock } from "#lib/sandbox/clock.ts";
import { openSandbox } from "#lib/sandbox/sandbox.fixture.ts";
import type { Sandbox } from "#lib/sandbox/sandbox.fixture.ts";
import { moveClockBody } from "#lib/sandbox/schema.ts";
import { addMonths } from "#lib/time/dates.ts";
import { serveCalls } from "#scripts/bench/processes.ts";

const months = 3;
let sandbox: Sandbox | undefined;

async function enter() {
  if (sandbox === undefined) throw new Error("there is no sandbox yet");
  return sandbox.at(new Date());
}

const methods = {
  /** A sandbox with so many contracts of three months, each a second after the one before, and a webhook that asks for everything. */
  async prepare({ contracts, url }: { contracts: number; url: string }): Promise<string> {
    sandbox = await openSandbox();
    const ctx = await enter();
    const { cid = "" } = await create(ctx, bodyOf({ ...sandbox, at: () => ctx }, "LMD", ctx.now, months), { preview: false });
    const made = sql`jsonb_build_object('cid', ${cid.slice(0, 18)}::text || lpad(n::text, 8, '0'),
      'end_date', c.end_date + n * interval '1 second', 'due_at', c.end_date + n * interval '1 second')`;
    await sql`
      insert into contracts select (jsonb_populate_record(c, ${made})).* from contracts c, generate_series(1, ${contracts - 1}::int) n where c.cid = ${cid}`;
    const entry = sql`jsonb_build_object('cid', ${cid.slice(0, 18)}::text || lpad(n::text, 8, '0'), 'cpid', left(c.cpid, 23) || lpad(n::text, 8, '0'),
      'end_date', c.end_date + n * interval '1 second')`;
    await sql`
      insert into contract_products select (jsonb_populate_record(c, ${entry})).* from contract_products c, generate_series(1, ${contracts - 1}::int) n where c.cid = ${cid}`;
    const webhookId = newId("whk");
    await sql`
      insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
      values (${webhookId}, ${sandbox.worldId}, 'sandbox', ${url}, true, ${eventTypes}, now(), now())`;
    await sql`vacuum analyze contracts, contract_products, automatic_renewals`;
    return webhookId;
  },

  /** Moves the clock past the end of all, and leaves what becomes due to the jobs. */
  async move(): Promise<void> {
    const to = addMonths(new Date(), months + 3);
    await moveClock(await enter(), moveClockBody.parse({ to: to.toISOString() }), 0);
  },

  /** How much is still due; null once the clock has arrived. */
  async readRemaining(): Promise<number | null> {
    return (await readClock(await enter())).catching_up?.remaining ?? null;
  },

  async close(): Promise<number> {
    await returnClock(await enter());
    const [row] = await sql<[{ closed: number }]>`
      select count(*)::int as closed from events where world_id = ${sandbox?.worldId ?? 0} and event_type = 'v2.contract.closed'`;
    return row.closed;
  },
};

export type SandboxMethods = typeof methods;
serveCalls(methods);
