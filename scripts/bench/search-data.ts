import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { firstId } from "#db/partitions.ts";
import { beginRepair, indexThings } from "#lib/developer/search/index-things.ts";

export const searchedRows = { contracts: 200_000, claims: 20_000, calls: 1_000_000 };
const days = 30;
const msPerDay = 86_400_000;

/** Identifiers that begin with a time, newest last, as ULIDs do. */
const cidOf = "'01K' || lpad(upper(to_hex(n)), 7, '0') || upper(substr(md5('c' || n), 1, 16))";

/** Fills a world with contracts, their products, claims and calls with their events, as a large partner has them. */
export async function fillSearched(worldId: number, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    // Without triggers: the repair writes the entries.
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await fillContracts(tx, worldId, now);
    for (let day = 0; day < days; day += 1) await fillDay(tx, worldId, new Date(now.getTime() - day * msPerDay));
  });
  await beginRepair(now);
  await indexThings(now);
  await sql.unsafe("vacuum analyze");
}

async function fillContracts(tx: TransactionSql, worldId: number, now: Date): Promise<void> {
  const { contracts, claims } = searchedRows;
  const at = tx`${now}::timestamptz - (${contracts}::int - n) * interval '3 minutes'`;
  const cid = tx.unsafe(cidOf);
  const series = (count: number) => tx`generate_series(0, ${count}::int - 1) n`;
  await tx`
    insert into renters (uid, company, contract_types, product_types, created_at)
    select 'shop-' || n, jsonb_build_object('company_name', 'Cycles ' || initcap(substr(md5('r' || n), 1, 8)), 'city', 'LYON', 'country', 'FR'), '{LMD}', '{bike}', ${now}
    from ${series(500)}`;
  await tx`insert into renter_attachments (world_id, renter_uid, attached_at) select ${worldId}::int, 'shop-' || n, ${now} from ${series(500)}`;
  await tx`
    insert into products (id, world_id, uid, product_type, title, data, value_excl_cents, hidden, created_at, updated_at)
    select 'prod_' || ${cid}, ${worldId}::int, 'prod_' || ${cid}, 'bike', 'Bike', jsonb_build_object('product_subtype', 'electric',
      'brand', (array['Moustache', 'Nakamura', 'Specialized', 'Gitane', 'Peugeot', 'Trek', 'Canyon', 'Riese & Müller'])[1 + n % 8],
      'model', 'Model ' || substr(md5('m' || n % 900), 1, 5)), 240000, n % 4 > 0, ${at}, ${at}
    from ${series(contracts)}`;
  await tx`
    insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, individual, tariff_id, created_at, updated_at)
    select ${cid}, ${worldId}::int, 'shop-' || n % 500, 'LMD', case when n % 4 = 0 then 'open' else 'closed' end, false, ${at}, ${at}, ${at}, '{break,theft,individual}',
      jsonb_build_object('first_name', initcap(substr(md5('f' || n % 700), 1, 6)), 'last_name', initcap(substr(md5('l' || n % 30000), 1, 9)),
        'email', substr(md5('e' || n), 1, 12) || '@people.example', 'city', 'LYON', 'address', '1 rue du Lac'), (select min(id) from tariffs), ${at}, ${at}
    from ${series(contracts)}`;
  await tx`
    insert into contract_products (cpid, cid, product_id, product_type, value_excl_cents, status, start_date, end_date, data, price_cents)
    select 'cpid_' || ${cid}, ${cid}, 'prod_' || ${cid}, 'bike', 240000, 'open', ${at}, ${at},
      jsonb_build_object('product_marked', 'BC-' || upper(substr(md5('k' || n), 1, 8)), 'internal_id', 'fleet-' || n), 1234
    from ${series(contracts)}`;
  await tx`
    insert into claims (id, claim_id, world_id, uid, cid, cpid, test, draft_status, stage, status, status_since, can_submit, type, subtype, claim_at,
      description, product, location, insured, questions, entries, created_at, updated_at)
    select 'claim_' || ${cid}, 'CLM-' || 100001 + n, ${worldId}::int, 'shop-' || n % 500, ${cid}, 'cpid_' || ${cid}, false, 'matched', 'closed_paid', 'closed',
      ${at}, false, 'break', 'partial_break', ${at}, 'It fell.', jsonb_build_object('brand', 'Moustache', 'model', 'Lundi', 'productMarked', 'BC-' || upper(substr(md5('k' || n), 1, 8))), '{}',
      jsonb_build_object('firstName', initcap(substr(md5('f' || n % 700), 1, 6)), 'lastName', initcap(substr(md5('l' || n % 30000), 1, 9)), 'email', substr(md5('e' || n), 1, 12) || '@people.example'),
      '{}', '[]', ${at}, ${at}
    from ${series(claims)}`;
}

/** A day of calls about the contracts, one in five of which is an event. */
async function fillDay(tx: TransactionSql, worldId: number, at: Date): Promise<void> {
  const day = Math.floor(at.getTime() / msPerDay);
  const time = (table: "calls" | "events") => firstId(table, day).slice(0, -16);
  const perDay = Math.round(searchedRows.calls / days);
  const subject = tx`(select ${tx.unsafe(cidOf)} from (select (hashint4(m + ${day}::int) & 2147483647) % ${searchedRows.contracts}::int as n) drawn)`;
  await tx`
    insert into calls (execution_id, at, world_id, method, endpoint, preview, status, error_code, key_id, path, subject_id, query, request_body, response_body, duration_micros)
    select id, ${at}::timestamptz + m * interval '1 millisecond', ${worldId}::int, 'PATCH', 'amendContract', false, 200, null, 'key_bench', '/v2/contracts/' || cid, cid, '', '{}', '{}', 3000
    from (select m, ${time("calls")} || upper(substr(md5(m || 'x' || ${day}::int), 1, 16)) as id, ${subject} as cid from generate_series(1, ${perDay}::int) m) made`;
  await tx`
    insert into events (id, world_id, event_type, subject_id, execution_id, payload, created_at)
    select ${time("events")} || upper(substr(md5(m || 'e' || ${day}::int), 1, 16)), ${worldId}::int, 'v2.contract.updated', ${subject}, null, '{}', ${at}
    from generate_series(1, ${Math.round(perDay / 5)}::int) m`;
}
