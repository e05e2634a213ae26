import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { writeText } from "#lib/account/search/entry-text.ts";
import type { Value } from "#lib/account/search/entry-text.ts";
import { register } from "#lib/account/search/find.ts";
import type { EntryKind } from "#lib/account/search/find.ts";
import type { FieldKey } from "#lib/account/search/schema.ts";
import { readHeaders } from "#lib/developer/calls/rules/headers.ts";

/** So many entries are in a block, or a few more. A search reads at most so many before it has the newest of a frequent text. */
const blockSize = 4_096;

/** The texts that find a thing, as they are stored now. */
interface Thing extends Record<string, unknown> {
  id: string;
  worldId: number;
  at: Date;
  /** Its texts by field. */
  texts: (Texts | Texts[] | null)[];
}

type Texts = Partial<Record<FieldKey, string | null>>;

const partyOf = (column: string, [name, company]: readonly [FieldKey, FieldKey]) => `
  json_build_object('${name}', concat_ws(' ', c.${column} ->> 'first_name', c.${column} ->> 'last_name'), '${company}', c.${column} ->> 'company_name',
    'email', c.${column} ->> 'email', 'phone', c.${column} ->> 'phone_number')`;
const renterOf = (uid: string) => `
  json_build_object('renter', ${uid}), json_build_object('renter', (select company ->> 'company_name' from renters where uid = ${uid}))`;

/** The texts of a contract `c`. They are `own` to it and its renewals; the parties of a claim's contract are not the insured of the claim. */
const contract = (...own: readonly [FieldKey, FieldKey]) => `
  ${partyOf("company", own)}, ${partyOf("individual", own)}, json_build_object('id', c.cid), ${renterOf("c.uid")},
  (select json_agg(json_build_object('marking', p.data ->> 'product_marked', 'internalId', p.data ->> 'internal_id', 'userName', p.data ->> 'user_name',
      'product', concat_ws(' ', i.data ->> 'brand', i.data ->> 'model'), 'title', i.title, 'id', p.cpid) order by p.cpid)
    from contract_products p join products i on i.id = p.product_id where p.cid = c.cid)`;

/** How the things with these keys are read. Those that are gone, or not listed, are missing in the answer. */
const things: Record<EntryKind, (keys: SQL) => SQL> = {
  contracts: (keys) => sql`
    select c.cid as id, c.world_id, c.created_at as at, json_build_array(${sql.raw(contract("ownName", "ownCompany"))}) as texts
    from contracts c where c.cid = any(${keys})`,
  claims: (keys) => sql`
    select r.id, r.world_id, r.created_at as at, json_build_array(json_build_object(
        'ownName', concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName'), 'ownCompany', r.insured ->> 'company', 'number', r.claim_id,
        'id', r.id, 'email', r.insured ->> 'email', 'phone', r.insured ->> 'phoneNumber', 'marking', r.product ->> 'productMarked',
        'product', concat_ws(' ', r.product ->> 'brand', r.product ->> 'model')),
      ${sql.raw(renterOf("r.uid"))}, ${sql.raw(contract("name", "company"))}) as texts
    from claims r join contracts c on c.cid = r.cid where r.id = any(${keys})`,
  renewals: (keys) => sql`
    select r.arid as id, r.world_id, r.created_at as at,
      json_build_array(json_build_object('id', r.arid), ${sql.raw(contract("ownName", "ownCompany"))}, json_build_object('id', r.next_cid)) as texts
    from automatic_renewals r join contracts c on c.cid = r.cid where r.arid = any(${keys})`,
  products: (keys) => sql`
    select id, world_id, created_at as at,
      json_build_array(json_build_object(
        'ownTitle', title, 'uid', uid, 'product', concat_ws(' ', data ->> 'brand', data ->> 'model'), 'id', id)) as texts
    from products where id = any(${keys}) and not hidden and deleted_at is null`,
  renters: (keys) => sql`
    select n.uid as id, a.world_id, n.created_at as at,
      json_build_array(json_build_object('ownCompany', n.company ->> 'company_name', 'uid', n.uid, 'city', n.company ->> 'city')) as texts
    from renters n
    cross join lateral (select world_id from renter_attachments where renter_uid = n.uid union all select ${register}::int) a
    where n.uid = any(${keys})`,
  // A key of a call begins with its world, as the index of calls does.
  calls: (keys) => sql`
    select r.execution_id as id, r.world_id, r.at, json_build_array(json_build_object('id', r.execution_id, 'path', r.path,
      'idempotencyKey', r.request_headers, 'body', r.request_body), json_build_object('body', r.response_body)) as texts
    from unnest(${keys}) key
    join calls r on r.world_id = split_part(key, ' ', 1)::int and r.execution_id = split_part(key, ' ', 2) where ${isRefused}`,
};

/** Whether a call `r` has an entry. Those above the limit of requests name nothing that is not in another one. */
export const isRefused = sql`r.status >= 400 and r.status <> 429`;

/** The most values of one body: a page of a list would fill the index. */
const mostValues = 24;
const identifiers = /\b(?:cpid_|prod_|ar_|claim_|doc_|stl_|evt_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\bCLM-\d+\b/g;
const markings = /"(?:product_marked|productMarked|internal_id|uid|userId|product_id)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;
const names = /"(?:company_name|first_name|last_name|user_name|company|firstName|lastName)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;

/** The values of a field: of headers the `Idempotency-Key`, of a body, which may be no JSON, identifiers, markings and names. */
function valuesIn([field, text]: [FieldKey, string | null]): Value[] {
  if (field === "idempotencyKey") return [[field, readHeaders(text)?.find(({ name }) => name.toLowerCase() === "idempotency-key")?.value]];
  if (field !== "body" || text === null) return [[field, text]];
  const quoted = [markings, names].flatMap((pattern) => Array.from(text.matchAll(pattern), ([, part = ""]) => part));
  const plain = quoted.map((part) =>
    part.replaceAll(/\\u([0-9a-f]{4})/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  return [...plain, ...(text.match(identifiers) ?? [])].slice(0, mostValues).map((part) => [field, part]);
}

/** Writes the entries of things as they are stored now, and deletes those of things that are gone. */
export async function writeEntries(tx: Transaction, kind: EntryKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const stored = await tx.execute<Thing>(things[kind](sql`${sql.param([...keys])}::text[]`));
  const present = sql`${sql.param(stored.map(nameOf))}::text[]`;
  // A key of a call begins with its world, and a uid may have a space.
  const ids = kind === "calls" ? keys.map((key) => key.slice(key.indexOf(" ") + 1)) : [...keys];
  const ofKeys = sql`kind = ${kind} and id = any(${sql.param(ids)}::text[])`;
  await tx.execute(sql`delete from search_entries where ${ofKeys} and world_id || ' ' || id <> all(${present})`);
  const written = await tx.execute<{ id: string; worldId: number; block: number }>(sql`
    select id, world_id, block from search_entries where ${ofKeys}`);
  const blocks = new Map(written.map((row) => [nameOf(row), row.block]));
  const created = stored.filter((one) => !blocks.has(nameOf(one)));
  for (const [worldId, ofWorld] of Map.groupBy(created, (one) => one.worldId)) {
    const newest = new Date(Math.max(...ofWorld.map(({ at }) => at.getTime())));
    const [block] = await tx.execute<{ id: number }>(sql`
      with filled as (
        update search_blocks set entries = entries + ${ofWorld.length}, newest_at = greatest(newest_at, ${newest}) where entries < ${blockSize}
          and id = (select id from search_blocks where kind = ${kind} and world_id = ${worldId} order by id desc limit 1) returning id
      ), added as (
        insert into search_blocks (world_id, kind, entries, newest_at)
        select ${worldId}::int, ${kind}::text, ${ofWorld.length}::int, ${newest}::timestamptz where not exists (select from filled) returning id
      ) select id from filled union all select id from added`);
    for (const one of ofWorld) blocks.set(nameOf(one), block?.id ?? 0);
  }
  const rows = stored.map(({ texts, worldId, ...one }) => {
    const values = texts.flat().flatMap((each) => Object.entries(each ?? {}) as [FieldKey, string | null][]);
    const block = blocks.get(nameOf({ ...one, worldId })) ?? 0;
    const { text, trigrams } = writeText(values.flatMap(valuesIn));
    return { ...one, world_id: worldId, block, text, trigrams: trigrams.map((hash) => hash ^ block) };
  });
  await tx.execute(sql`
    insert into search_entries as e (kind, id, world_id, at, block, text, trigrams)
    select ${kind}, id, world_id, at, block, text, trigrams
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (id text, world_id int, at timestamptz, block int, text text, trigrams int[])
    on conflict (kind, id, world_id) do update set at = excluded.at, text = excluded.text, trigrams = excluded.trigrams
    where e.text <> excluded.text`);
  // Each trigram of the rows is written once, and no search reads rows that wait for the index.
  await tx.execute(sql`select gin_clean_pending_list('search_entries_trigrams')`);
}

const nameOf = ({ id, worldId }: { id: string; worldId: number }) => `${worldId} ${id}`;
