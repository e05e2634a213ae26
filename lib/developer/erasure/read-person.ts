import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Executor } from "#db/client.ts";
import type { FoundPerson } from "#lib/developer/erasure/find-person.ts";
import { redact } from "#lib/developer/erasure/rules/person.ts";
import type { Mentions } from "#lib/developer/erasure/rules/person.ts";
import { openSealed, sweepMentions } from "#lib/developer/erasure/traces.ts";
import type { Subject } from "#lib/developer/erasure/traces.ts";
import { redactText } from "#lib/platform/log/redact.ts";

type Row = Record<string, unknown>;

/** Rows by table, with the columns of the database. */
type Tables = Record<string, Row[]>;

export interface PersonData {
  /** Rows about the person, and what they did. */
  about: Tables;
  /** Rows about others that name the person. */
  mentions: Tables;
}

/** Secrets, and what is stored encrypted and may hold one. */
const hiddenColumns: Readonly<Record<string, readonly string[]>> = {
  authenticator_apps: ["ciphertext"],
  claim_documents: ["storage_key"],
  claim_links: ["token_hash"],
  delivery_attempts: ["signature"],
  idempotency_keys: ["fingerprint"],
  mailbox: ["body"],
  notices: ["body"],
  passkeys: ["public_key"],
  sessions: ["token_hash"],
  users: ["password_hash"],
};

/** Reads what `erasePerson` would erase, with the rows in which it stands; writes nothing. */
export async function readPerson(person: FoundPerson, mentions: Mentions, subjects: readonly Subject[]): Promise<PersonData> {
  const about: Tables = {};
  const ofUsers = person.users.map(({ id }) => id);
  for (const [table, condition] of Object.entries(conditionsOf(person, subjects))) {
    about[table] = await readRows(db, table, condition);
  }
  about["audit_entries"] = (about["audit_entries"] ?? []).map((entry) => hideOthers(entry, ofUsers));
  about["idempotency_keys"] = (about["idempotency_keys"] ?? []).map(openAnswer);
  about["renters"] = (about["renters"] ?? []).map(({ uid, company }) => ({ uid, company }));
  return { about, mentions: await readMentions(mentions, subjects, about) };
}

/** Finds the rows that erase-contract.ts, erase-claim.ts, erase-user.ts and traces.ts erase from. */
function conditionsOf({ contracts, claims, renters, users }: FoundPerson, subjects: readonly Subject[]): Record<string, SQL> {
  const cids = isOneOf(contracts.map(({ cid }) => cid));
  const claimIds = isOneOf(claims.map(({ id }) => id));
  const userIds = isOneOf(users.map(({ id }) => id));
  const subjectIds = isOneOf([...subjects.flatMap(({ ids }) => ids)]);
  const ofSubjects = sql`world_id = any(${sql.param(subjects.map(({ worldId }) => worldId))}::int[]) and subject_id ${subjectIds}`;
  const insured = isOneOf(claims.flatMap(({ insured: { email } }) => email ?? []));
  const emails = users.map(({ email }) => email.toLowerCase());
  const namesUser = (text: SQL) =>
    sql`exists (select from unnest(${sql.param(emails)}::text[]) email where strpos(lower(${text}), email) > 0)`;
  return {
    contracts: sql`cid ${cids}`,
    contract_products: sql`cid ${cids}`,
    products: sql`hidden and id in (select product_id from contract_products where cid ${cids})`,
    claims: sql`id ${claimIds}`,
    claim_documents: sql`claim_id ${claimIds}`,
    claim_notes: sql`claim_id ${claimIds}`,
    claim_links: sql`claim_id ${claimIds} or cid ${cids}`,
    settlements: sql`claim_id ${claimIds}`,
    sandbox_scenarios: sql`claim_id ${claimIds}`,
    events: ofSubjects,
    delivery_attempts: sql`delivery_id in (select id from deliveries where ${ofSubjects})`,
    calls: ofSubjects,
    idempotency_keys: ofSubjects,
    notices: sql`recipient ${insured} and split_part(cause, ' ', 1) ${claimIds} or lower(recipient) ${isOneOf(emails)}`,
    mailbox: sql`recipient ${insured} or lower(recipient) ${isOneOf(emails)}`,
    renters: sql`uid ${isOneOf(renters.map(({ uid }) => uid))}`,
    users: sql`id ${userIds}`,
    sessions: sql`user_id ${userIds}`,
    passkeys: sql`user_id ${userIds}`,
    authenticator_apps: sql`user_id ${userIds}`,
    sign_in_attempts: namesUser(sql`key`),
    security_events: sql`lower(subject) ${isOneOf(emails)} or ${namesUser(sql`detail`)}`,
    audit_entries: sql`action not like 'person.%' and (subject_id ${subjectIds} or subject_id ${userIds}) or actor ->> 'userId' ${userIds}`,
  };
}

async function readMentions(mentions: Mentions, subjects: readonly Subject[], about: Tables): Promise<Tables> {
  const found: Tables = { contract_products: [], events: [], delivery_attempts: [], calls: [], idempotency_keys: [], audit_entries: [] };
  const add = async (tx: Executor, table: string, condition: SQL) => {
    const read = new Set((about[table] ?? []).map(keyOf));
    found[table]?.push(...(await readRows(tx, table, condition)).filter((row) => !read.has(keyOf(row))));
  };
  const namesPerson = (row: Row) => redact(row, mentions) !== row;
  await sweepMentions(mentions, subjects, {
    products: async (tx, cpids) => {
      const contracts = sql`(select cid from contract_products where cpid ${isOneOf(cpids)})`;
      const worlds = sql`(select world_id from contracts where cid in ${contracts})`;
      await add(tx, "contract_products", sql`cpid ${isOneOf(cpids)}`);
      await add(tx, "events", sql`world_id in ${worlds} and subject_id in ${contracts}`);
      const deliveries = sql`(select id from deliveries where world_id in ${worlds} and subject_id in ${contracts})`;
      await add(tx, "delivery_attempts", sql`delivery_id in ${deliveries}`);
    },
    calls: (tx, worldId, ids) => add(tx, "calls", sql`world_id = ${worldId} and execution_id ${isOneOf(ids)}`),
    answers: (tx, worldId, keys) => add(tx, "idempotency_keys", sql`world_id = ${worldId} and key ${isOneOf(keys)}`),
    auditEntries: (tx, ids) => add(tx, "audit_entries", sql`id ${isOneOf(ids)}`),
  });
  return {
    ...found,
    events: (found["events"] ?? []).filter(namesPerson),
    delivery_attempts: (found["delivery_attempts"] ?? []).filter(namesPerson),
    idempotency_keys: (found["idempotency_keys"] ?? []).map(openAnswer),
  };
}

async function readRows(tx: Executor, table: string, condition: SQL): Promise<Row[]> {
  const hidden = [...(hiddenColumns[table] ?? [])];
  const rows = await tx.execute<{ row: Row }>(sql`
    select to_jsonb(t) - ${sql.param(hidden)}::text[] as row from ${sql.raw(table)} t where ${condition} order by to_jsonb(t) ->> 'created_at'`);
  return rows.map(({ row }) => row);
}

function isOneOf(texts: readonly string[]): SQL {
  return sql`= any(${sql.param([...texts])}::text[])`;
}

/** The primary key, whatever the table. */
function keyOf({ id, cpid, execution_id: call, world_id: world, key, delivery_id: delivery, number }: Row): string {
  return JSON.stringify([id, cpid, call, world, key, delivery, number]);
}

/** An entry about the person leaves out its author and the author's address, which belong to somebody else. */
function hideOthers(entry: Row, userIds: readonly string[]): Row {
  const { userId } = entry["actor"] as { userId?: string };
  return userId !== undefined && userIds.includes(userId) ? entry : { ...entry, actor: null, address: null };
}

/** An answer is sealed if it holds a link or a key, which is cut. */
function openAnswer({ body, key, world_id: id, ...answer }: Row): Row {
  const opened = typeof body === "string" ? (openSealed(body, { world: { id: id as number }, key: key as string }) ?? body) : "";
  return { world_id: id, key, ...answer, body: opened === "" ? null : redactText(opened) };
}
