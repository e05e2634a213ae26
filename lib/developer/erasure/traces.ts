import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { idempotencyKeys } from "#db/schema/idempotency.ts";
import { auditEntries } from "#db/schema/security.ts";
import { forget, forgetContract } from "#lib/account/search/forget.ts";
import { eraseWritten, redact } from "#lib/developer/erasure/rules/person.ts";
import type { Mentions } from "#lib/developer/erasure/rules/person.ts";
import { eraseWire, erased } from "#lib/developer/erasure/rules/wire.ts";
import { openAnswer, sealAnswer } from "#lib/developer/idempotency/stored-answers.ts";
import type { KeyOfWorld } from "#lib/developer/idempotency/stored-answers.ts";
import { folded } from "#lib/platform/lists/folded.ts";

const batchSize = 500;
const pageSize = 2_000;

/** A contract or claim with the names that calls have for it. */
export interface Subject {
  worldId: number;
  ids: readonly string[];
}

/** Erases the traffic and notices about a contract or claim, a batch in a transaction. It can stop after any and begin again. */
export async function eraseTracesOf(subject: Subject): Promise<void> {
  await inBatches((after, tx) => rewriteEvents(tx, subject, eraseWire, after));
  await inBatches((after, tx) => eraseResponses(tx, subject, after));
  await inBatches((after, tx) => eraseCalls(tx, subject, after));
  await inBatches((after, tx) => eraseAuditOf(tx, subject.ids, after));
}

/** Continues after the key that a batch returns, until one returns none. */
async function inBatches(erase: (after: string, tx: Transaction) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const from: string = after;
    after = await db.transaction((tx) => erase(from, tx));
  }
}

async function rewriteEvents(
  tx: Transaction,
  { worldId, ids }: Subject,
  change: (payload: unknown) => unknown,
  after: string,
): Promise<string | undefined> {
  const rows = await tx.execute<{ id: string; payload: string }>(sql`
    select id, payload from events where world_id = ${worldId} and subject_id = any(${sql.param(ids)}::text[]) and id > ${after}
    order by id limit ${batchSize} for update`);
  const changed = rows
    .map(({ id, payload }) => ({ id, payload, written: JSON.stringify(change(JSON.parse(payload))) }))
    .filter(({ payload, written }) => payload !== written);
  await tx.execute(sql`
    update events e set payload = c.payload
    from unnest(${sql.param(changed.map(({ id }) => id))}::text[], ${sql.param(changed.map(({ written }) => written))}::text[]) as c (id, payload)
    where e.id = c.id`);
  return rows.at(-1)?.id;
}

/** Erases the responses of receivers, which may repeat what they were sent. */
async function eraseResponses(tx: Transaction, { worldId, ids }: Subject, after: string): Promise<string | undefined> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from deliveries where world_id = ${worldId} and subject_id = any(${sql.param(ids)}::text[]) and id > ${after}
    order by id limit ${batchSize}`);
  await tx.execute(sql`
    update delivery_attempts set response_body = ${erased}
    where delivery_id = any(${sql.param(rows.map(({ id }) => id))}::text[]) and response_body is not null`);
  return rows.at(-1)?.id;
}

async function eraseCalls(tx: Transaction, { worldId, ids }: Subject, after: string): Promise<string | undefined> {
  const rows = await tx.execute<{ id: string }>(sql`
    select execution_id as id from calls
    where world_id = ${worldId} and subject_id = any(${sql.param(ids)}::text[]) and execution_id > ${after}
    order by execution_id limit ${batchSize}`);
  await eraseBodies(
    tx,
    worldId,
    rows.map(({ id }) => id),
  );
  return rows.at(-1)?.id;
}

async function eraseBodies(tx: Transaction, worldId: number, executionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update calls set request_body = case when request_body is not null then ${erased} end,
      response_body = case when response_body is not null then ${erased} end, query = '', request_headers = null, response_headers = null
    where world_id = ${worldId} and execution_id = any(${sql.param(executionIds)}::text[])`);
  await forget(tx, { calls: executionIds });
}

/** Erases reasons, notes and names of documents, which people wrote; the action, its time and its actor are kept. */
async function eraseAuditOf(tx: Transaction, ids: readonly string[], after: string): Promise<string | undefined> {
  const rows = await tx.execute<{ id: string; details: unknown }>(sql`
    select id, details from audit_entries
    where subject_id = any(${sql.param(ids)}::text[]) and action not like 'person.%' and id > ${after} order by id limit ${batchSize}`);
  await rewriteAudit(
    tx,
    rows.map(({ id, details }) => ({ id, details: eraseWritten(details) })),
  );
  return rows.at(-1)?.id;
}

/** The audit log refuses other changes, and these outside of an erasure (its trigger). */
async function rewriteAudit(tx: Transaction, rows: readonly { id: string; details: unknown }[]): Promise<void> {
  await allowErasure(tx);
  await tx.execute(sql`
    update ${auditEntries} a set details = c.details::jsonb, reason = case when a.reason is not null then ${erased} end
    from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(rows.map(({ details }) => JSON.stringify(details)))}::text[]) as c (id, details)
    where a.id = c.id`);
}

/** Lets a transaction erase from the audit log. */
async function allowErasure(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('covergate.erasing', 'on', true)`);
}

export interface Traces {
  /** Products in contracts of others, such as a fleet of which the person uses a bike. */
  products: number;
  calls: number;
  answers: number;
  auditEntries: number;
}

/** Handles the rows that name the person, a batch in its transaction. */
interface Visitor {
  products: (tx: Transaction, cpids: readonly string[]) => Promise<void>;
  calls: (tx: Transaction, worldId: number, executionIds: readonly string[]) => Promise<void>;
  answers: (tx: Transaction, worldId: number, keys: readonly string[]) => Promise<void>;
  auditEntries: (tx: Transaction, ids: readonly string[]) => Promise<void>;
}

/**
 * Looks through what is kept of calls, answers under an `Idempotency-Key`, and the audit log for mentions of the person, and hands them to
 * the visitor, if any. Refused calls and lists name people without being about a contract.
 */
export async function sweepMentions(mentions: Mentions, subjects: readonly Subject[], visitor?: Visitor): Promise<Traces> {
  const traces: Traces = { products: 0, calls: 0, answers: 0, auditEntries: 0 };
  if (mentions.length === 0 && subjects.length === 0) return traces;
  traces.products = await sweepProducts(mentions, subjects, visitor);
  const worlds = await db.execute<{ id: number }>(sql`select id from worlds order by id`);
  for (const { id: worldId } of worlds) {
    const named = subjects.filter((subject) => subject.worldId === worldId).flatMap((subject) => subject.ids);
    traces.calls += await sweep(
      sql`calls where world_id = ${worldId}`,
      sql`execution_id`,
      // Calls of an unknown method have no subject, but its path.
      sql`(${isMentioned(["query", "request_body", "response_body"], mentions)} or exists (
        select from unnest(${sql.param(named)}::text[]) as id where strpos(path, id) > 0))`,
      async (tx, ids) => visitor?.calls(tx, worldId, ids),
    );
    traces.answers += await sweep(
      sql`idempotency_keys where world_id = ${worldId}`,
      sql`key`,
      sql`(subject_id = any(${sql.param(named)}::text[]) or ${isMentioned(["body"], mentions)})`,
      async (tx, keys) => visitor?.answers(tx, worldId, keys),
    );
  }
  traces.auditEntries = await sweep(
    sql`audit_entries where action not like 'person.%'`,
    sql`id`,
    isMentioned(["reason", "details::text"], mentions),
    async (tx, ids) => visitor?.auditEntries(tx, ids),
  );
  return traces;
}

/** Finds products of other contracts in the person's worlds; elsewhere the name may be another's. */
async function sweepProducts(mentions: Mentions, subjects: readonly Subject[], visitor: Visitor | undefined): Promise<number> {
  const worldIds = [...new Set(subjects.map(({ worldId }) => worldId))];
  const cids = subjects.flatMap(({ ids }) => ids);
  const isOfOthers = sql`exists (
    select from contracts c
    where c.cid = page.cid and c.world_id = any(${sql.param(worldIds)}::int[]) and c.cid <> all(${sql.param(cids)}::text[]))`;
  return sweep(
    sql`contract_products where true`,
    sql`cpid`,
    sql`${isMentioned(["data::text"], mentions)} and ${isOfOthers}`,
    async (tx, cpids) => visitor?.products(tx, cpids),
  );
}

/** Erases the person from the rows that it is handed. */
export function eraserOf(mentions: Mentions): Visitor {
  return {
    products: (tx, cpids) => eraseProducts(tx, cpids, mentions),
    calls: eraseBodies,
    answers: (tx, worldId, keys) => eraseAnswers(tx, worldId, keys, mentions),
    auditEntries: async (tx, ids) => {
      const rows = await tx.execute<{ id: string; details: unknown }>(
        sql`select id, details from audit_entries where id = any(${sql.param(ids)}::text[])`,
      );
      await rewriteAudit(
        tx,
        rows.map(({ id, details }) => ({ id, details: redact(details, mentions) })),
      );
    },
  };
}

/** Open contracts stay valid. */
async function eraseProducts(tx: Transaction, cpids: readonly string[], mentions: Mentions): Promise<void> {
  const rows = await tx.execute<{ cpid: string; cid: string; worldId: number; data: unknown }>(sql`
    select p.cpid, p.cid, c.world_id, p.data from contract_products p join contracts c on c.cid = p.cid
    where p.cpid = any(${sql.param(cpids)}::text[]) order by p.cpid for no key update of p`);
  for (const { cpid, cid, worldId, data } of rows) {
    const subject = { worldId, ids: [cid] };
    await inBatches((after, batch) => rewriteEvents(batch, subject, (payload) => redact(payload, mentions), after));
    await inBatches((after, batch) => eraseResponses(batch, subject, after));
    await tx.execute(sql`update contract_products set data = ${JSON.stringify(redact(data, mentions))}::text::jsonb where cpid = ${cpid}`);
  }
  for (const { cid } of rows) await forgetContract(tx, cid);
}

/** Reads rows in the order of their key, a batch at a time, and hands over the keys of those that the condition finds; returns how many. */
async function sweep(
  from: SQL,
  key: SQL,
  condition: SQL,
  visit: (tx: Transaction, keys: readonly string[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let after = ""; ;) {
    const last = await db.transaction(async (tx) => {
      const rows = await tx.execute<{ key: string; isFound: boolean }>(sql`
        select page.${key} as key, coalesce(${condition}, false) as "isFound"
        from (select * from ${from} and ${key} > ${after} order by ${key} limit ${pageSize}) page`);
      const keys = rows.filter(({ isFound }) => isFound).map((row) => row.key);
      count += keys.length;
      if (keys.length > 0) await visit(tx, keys);
      return rows.length < pageSize ? undefined : rows.map((row) => row.key).at(-1);
    });
    if (last === undefined) return count;
    after = last;
  }
}

/** True if the person is named in one of the texts, which are SQL. */
function isMentioned(texts: readonly string[], mentions: Mentions): SQL {
  if (mentions.length === 0) return sql`false`;
  const whole = sql.raw(texts.map((text) => `coalesce(${text}, '')`).join(" || ' ' || "));
  const groups = mentions.map(
    (group) =>
      sql`(${sql.join(
        group.map((pattern) => sql`text ~ ${pattern}`),
        sql` and `,
      )})`,
  );
  return sql`(select ${sql.join(groups, sql` or `)} from (select ${sql.raw(folded("whole.text"))} as text from (select ${whole} as text) whole) compared)`;
}

/** A repeated request still gets an answer of the same form. */
async function eraseAnswers(tx: Transaction, worldId: number, keys: readonly string[], mentions: Mentions): Promise<void> {
  const rows = await tx.execute<{ key: string; body: string | null }>(sql`
    select key, body from ${idempotencyKeys} where world_id = ${worldId} and key = any(${sql.param(keys)}::text[]) for update`);
  for (const { key, body } of rows) {
    if (body === null || body === "") continue;
    const of = { world: { id: worldId }, key };
    const opened = openSealed(body, of);
    const written = JSON.stringify(redact(eraseWire(JSON.parse(opened ?? body)), mentions));
    const stored = opened === undefined ? written : sealAnswer(written, of);
    await tx.execute(sql`update ${idempotencyKeys} set body = ${stored} where world_id = ${worldId} and key = ${key}`);
  }
}

/** Undefined for an answer that is not sealed, as most are not. */
export function openSealed(body: string, of: KeyOfWorld): string | undefined {
  try {
    return openAnswer(body, of);
  } catch {
    return undefined;
  }
}

/** Erases a user's addresses and names from their actions, and texts about their account. */
export async function eraseAuditBy(userId: string): Promise<void> {
  await inBatches(async (after, tx) => {
    await allowErasure(tx);
    const rows = await tx.execute<{ id: string }>(sql`
      with mine as (
        select id from audit_entries where (actor ->> 'userId') = ${userId} and id > ${after} order by id limit ${batchSize}
      )
      update ${auditEntries} a set address = null, actor = case when actor ? 'name' then jsonb_set(actor, '{name}', ${JSON.stringify(erased)}::text::jsonb) else actor end
      from mine where a.id = mine.id returning a.id`);
    return rows
      .map(({ id }) => id)
      .toSorted()
      .at(-1);
  });
  await inBatches((after, tx) => eraseAuditOf(tx, [userId], after));
}
