import { setTimeout as pause } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import postgres from "postgres";
import type { TransactionSql } from "postgres";
import { db, sql } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { OperatorContext } from "#lib/context.ts";
import { MoveRefused } from "#lib/moves/refused.ts";
import { conditionFor, readMovedTables } from "#lib/moves/tables.ts";
import type { MovedTable, Owner } from "#lib/moves/tables.ts";
import { findPartner } from "#lib/partners/find.ts";
import type { Partner } from "#lib/partners/find.ts";

/** Leases the queue of a partner that is being moved, so that no worker sends of it. */
const holder = "partner move";
/** Longer than any move, and within the integer of milliseconds that `acquireOne` reads. */
const heldDays = 20;
/** Longer than leases, requests and what is written shortly after them. */
const patienceMs = 60_000;
const pollMs = 250;
/** Calls and counts are written up to two seconds after their request. */
const settleMs = 3_000;
/** Short, since other statements queue behind a waiting lock. */
const lockTimeout = "250ms";
const lockTries = 40;

export interface MovingPartner extends Owner {
  partner: Partner;
  tables: MovedTable[];
}

/**
 * Freezes a partner: everything of theirs is answered 503, nothing is delivered, and the database itself refuses writes to what they have,
 * whoever tries. Repeats harmlessly. MoveRefused while the partner is suspended, or its sandbox catches up or is emptied.
 */
export async function freeze(ctx: OperatorContext, idOrName: string, reason: string): Promise<MovingPartner> {
  const moving = await readPartner(idOrName);
  await markMoving(ctx, moving, reason);
  await holdDeliveries(moving);
  await refuseWrites(moving);
  // What was committed between the two.
  await holdDeliveries(moving);
  await pause(settleMs);
  return moving;
}

async function readPartner(idOrName: string): Promise<MovingPartner> {
  const partner = await findPartner(idOrName);
  const worlds = await sql<{ id: number }[]>`select id from worlds where partner_id = ${partner.id} order by id`;
  return { partner, partnerId: partner.id, worldIds: worlds.map(({ id }) => id), tables: await readMovedTables(sql) };
}

async function markMoving(ctx: OperatorContext, { partner, partnerId }: MovingPartner, reason: string): Promise<void> {
  // A call that was under way may still make the sandbox busy. That goes on where the partner works next.
  if (partner.status === "moving") return;
  await assertSandboxIdle(partnerId);
  const isMarked = await db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { action: "partner.exported", subjectId: partnerId, reason });
    return tx
      .update(partners)
      .set({ status: "moving" })
      .where(and(eq(partners.id, partnerId), eq(partners.status, "active")))
      .returning({ id: partners.id });
  });
  if (isMarked.length === 0) throw new MoveRefused(`only an active partner can be moved: this one is ${partner.status}`);
}

async function assertSandboxIdle(partnerId: string): Promise<void> {
  const busy = await sql`
    select from worlds where partner_id = ${partnerId} and (clock_stands_at is not null or emptied_before is not null)`;
  if (busy.length > 0) throw new MoveRefused("the sandbox of this partner catches up or is being emptied: wait until it is done");
}

/** Leases what no worker holds, until nobody else holds any of it. */
async function holdDeliveries({ worldIds }: Owner): Promise<void> {
  const ofPartner = sql`webhook_id in (select id from webhooks where world_id = any(${worldIds as number[]}::int[]))`;
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    await sql`
      update delivery_queue set leased_by = ${holder}, leased_until = now() + ${heldDays} * interval '1 day'
      where delivery_id = any(array(
        select delivery_id from delivery_queue where ${ofPartner} and (leased_until is null or leased_until <= now())
        order by delivery_id for no key update))`;
    const [held] = await sql`select from delivery_queue where ${ofPartner} and leased_by <> ${holder} limit 1`;
    if (held === undefined) return;
    if (waitedMs >= patienceMs) throw new Error("deliveries of the partner are still under way");
    await pause(pollMs);
  }
}

/**
 * Triggers on the tables that refer to others, which hold what the partner has; the rest are logs and counts, which are written in batches
 * with those of other partners, as is the queue, which is held by its leases. They fail with 55P03, a state that every caller already takes for "try again".
 */
async function refuseWrites(moving: MovingPartner): Promise<void> {
  const condition = conditionFor(moving.tables, moving);
  for (const table of guarded(moving.tables)) {
    const name = guardOf(moving, table);
    await changeTable(async (tx) => {
      await tx.unsafe(`
        create or replace function ${name}() returns trigger language plpgsql as $guard$
        begin
          if current_setting('covergate.move', true) is distinct from 'on' then
            if tg_op = 'DELETE' then
              if ${condition(table, "old")} then raise exception 'the partner ${moving.partnerId} is being moved' using errcode = '55P03'; end if;
            elsif ${condition(table, "new")} then
              raise exception 'the partner ${moving.partnerId} is being moved' using errcode = '55P03';
            end if;
          end if;
          if tg_op = 'DELETE' then return old; end if;
          return new;
        end $guard$`);
      await tx.unsafe(
        `create or replace trigger ${name} before insert or update or delete on ${table.name} for each row execute function ${name}()`,
      );
    });
  }
}

/** Takes the triggers away. */
export async function allowWrites(moving: MovingPartner): Promise<void> {
  for (const table of guarded(moving.tables)) {
    await changeTable((tx) => tx.unsafe(`drop function if exists ${guardOf(moving, table)}() cascade`));
  }
}

/** Says in a transaction that its writes are part of the move. */
export async function writeForMove(tx: TransactionSql): Promise<void> {
  await tx`select set_config('covergate.move', 'on', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
}

/** Gives a move up: the partner works here again, and what was held is due as before. Never after its import elsewhere. */
export async function giveMoveUp(ctx: OperatorContext, idOrName: string, reason: string): Promise<Partner> {
  const moving = await readPartner(idOrName);
  const { partner, partnerId, worldIds } = moving;
  if (partner.status !== "moving") throw new MoveRefused(`this partner is not being moved: it is ${partner.status}`);
  await allowWrites(moving);
  // Before the partner is active: nobody could release them afterwards.
  await releaseDeliveries(worldIds);
  await db.transaction(async (tx) => {
    await tx.update(partners).set({ status: "active" }).where(eq(partners.id, partnerId));
    await recordAudit(tx, ctx, { action: "partner.moveGivenUp", subjectId: partnerId, reason });
  });
  return partner;
}

async function releaseDeliveries(worldIds: readonly number[]): Promise<void> {
  await sql`
    update delivery_queue set leased_by = null, leased_until = null where delivery_id = any(array(
      select q.delivery_id from delivery_queue q join webhooks w on w.id = q.webhook_id
      where w.world_id = any(${worldIds as number[]}::int[]) and q.leased_by = ${holder} order by q.delivery_id for no key update of q))`;
}

/** The partner of a move that was begun; MoveRefused for any other. */
export async function readMoving(idOrName: string): Promise<MovingPartner> {
  const moving = await readPartner(idOrName);
  if (moving.partner.status === "moving") return moving;
  throw new MoveRefused(`this partner is not being moved: it is ${moving.partner.status}`);
}

function guarded(tables: readonly MovedTable[]): MovedTable[] {
  return tables.filter(({ kind, name, foreignKeys }) => kind === "owned" && foreignKeys.length > 0 && name !== "delivery_queue");
}

function guardOf({ partnerId }: Owner, { name }: MovedTable): string {
  return `move_${partnerId.slice(-12).toLowerCase()}_${name}`;
}

/** In a short transaction, retried while others hold locks. */
async function changeTable(change: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${lockTimeout}, true)`;
        await change(tx);
      });
      return;
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && error.code === "55P03";
      if (!isLocked || attempt === lockTries) throw error;
      await pause(pollMs);
    }
  }
}
