import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { contractAt } from "#scripts/load/subjects.ts";

export interface ContractLoad {
  worldId: number;
  contracts: number;
  /** At most one for each contract. */
  claims: number;
}

/** The contracts of a year: one in three is open. */
const days = 365;
const daysCovered = 120;
/** Rental companies, which all worlds share. */
const [mostRenters, contractsOfRenter] = [500, 40];
/** One product of so many is in the catalogue; the others were described inline. */
const listedEvery = 30;

/** The rental company of a world's oldest contract. */
export const firstRenter = "volume-0";

/**
 * Fills a world with contracts of one product each, their premiums, and claims of which most are paid. Names, markings and references are the
 * same in each world. Returns how many there are.
 */
export async function fillContracts(
  tx: TransactionSql,
  { worldId, contracts, claims }: ContractLoad,
  now: Date,
): Promise<Omit<ContractLoad, "worldId">> {
  const renters = Math.min(mostRenters, Math.ceil(contracts / contractsOfRenter));
  await tx`
    insert into renters (uid, company, contract_types, product_types, created_at)
    select 'volume-' || n, jsonb_build_object('company_name', 'Cycles ' || initcap(substr(md5('r' || n), 1, 8)), 'first_name', 'Ada', 'last_name', 'Martin',
      'email', 'volume-' || n || '@people.example', 'city', 'LYON', 'country', 'FR'), '{LMD}', '{bike}', ${now}
    from generate_series(0, ${renters}::int - 1) n on conflict do nothing`;
  await tx`
    insert into renter_attachments (world_id, renter_uid, attached_at)
    select ${worldId}::int, 'volume-' || n, ${now} from generate_series(0, ${renters}::int - 1) n on conflict do nothing`;
  const drawn = sql`(
    select n, ${contractAt(worldId, sql`n`)} as cid, 'volume-' || n % ${renters}::int as uid, at, at + ${daysCovered}::int * interval '1 day' as ends,
      case when at + ${daysCovered}::int * interval '1 day' > ${now}::timestamptz then 'open' else 'closed' end as status,
      (array['Moustache', 'Nakamura', 'Specialized', 'Gitane', 'Peugeot', 'Trek', 'Canyon', 'Riese & Müller'])[1 + n % 8] as brand,
      'Model ' || substr(md5('m' || n % 900), 1, 5) as model, 'BC-' || upper(substr(md5('k' || n), 1, 8)) as marking, 1234 + n % 1000 as cents,
      initcap(substr(md5('f' || n % 700), 1, 6)) as first_name, initcap(substr(md5('l' || n % 30000), 1, 9)) as last_name,
      substr(md5('e' || n), 1, 12) || '@people.example' as email, '+336' || lpad((n % 100000000)::text, 8, '0') as phone
    from (
      select n, date_trunc('milliseconds', ${now}::timestamptz - (${contracts}::int - n) * (interval '1 day' * ${days}::int / ${contracts}::int)) as at
      from generate_series(0, ${contracts}::int - 1) n) place)`;
  await tx`
    insert into products (id, world_id, uid, product_type, title, data, value_excl_cents, hidden, created_at, updated_at)
    select 'prod_' || cid, ${worldId}::int, 'prod_' || cid, 'bike', brand || ' ' || model, jsonb_build_object('product_subtype', 'electric', 'brand', brand, 'model', model),
      240000, n % ${listedEvery}::int > 0, at, at
    from ${drawn} c`;
  const { count } = await tx`
    insert into contracts (cid, world_id, uid, contract_type, status, test, start_date, end_date, due_at, options, individual, tariff_id, created_at, updated_at, ended_at)
    select cid, ${worldId}::int, uid, 'LMD', status, false, at, ends, ends, '{break,theft,individual}',
      jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email, 'phone_number', phone, 'city', 'LYON', 'address', '1 rue du Lac', 'country', 'FR'),
      (select min(id) from tariffs), at, at, case status when 'closed' then ends end
    from ${drawn} c`;
  await tx`
    insert into contract_products (cpid, cid, product_id, product_type, value_excl_cents, status, start_date, end_date, data, price_cents)
    select 'cpid_' || cid, cid, 'prod_' || cid, 'bike', 240000, status, at, ends, jsonb_build_object('product_marked', marking, 'internal_id', 'fleet-' || n), cents
    from ${drawn} c`;
  await tx`
    insert into premium_entries (id, world_id, at, uid, cid, cpid, kind, amount_cents)
    select 'prem_' || cid, ${worldId}::int, at, uid, cid, 'cpid_' || cid, 'created', cents from ${drawn} c`;
  const step = Math.max(1, Math.floor(contracts / Math.max(1, claims)));
  const [made] = await tx<[{ claims: number }]>`
    with claim as (
      select c.*, least(c.at + interval '10 days', ${now}) as happened, least(c.at + interval '15 days', ${now}) as decided, s.stage, s.status as claim_status
      from ${drawn} c join (values (7, 'waiting_for_tulip', 'in_progress'), (8, null, 'submitted'), (9, 'document_to_send', 'pending_info')) s (rest, stage, status)
        on s.rest = n / ${step}::int % 10
      union all
      select c.*, least(c.at + interval '10 days', ${now}), least(c.at + interval '15 days', ${now}), 'closed_paid', 'closed'
      from ${drawn} c where n / ${step}::int % 10 < 7
    ), written as (
      insert into claims (id, claim_id, world_id, uid, cid, cpid, test, draft_status, stage, status, status_since, can_submit, type, subtype, claim_at,
        description, product, location, insured, questions, entries, created_at, updated_at, submitted_at, closed_at)
      select 'claim_' || cid, 'CLM-' || nextval('claim_numbers'), ${worldId}::int, uid, cid, 'cpid_' || cid, false, 'matched', stage, claim_status, decided, false,
        'break', 'partial_break', happened, 'It fell.', jsonb_build_object('brand', brand, 'model', model, 'productMarked', marking), '{}',
        jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phoneNumber', phone), '{}', '[]', happened, decided, happened,
        case claim_status when 'closed' then decided end
      from claim where n % ${step}::int = 0 and n / ${step}::int < ${claims}::int
      returning id, closed_at
    ), paid as (
      insert into settlements (id, claim_id, type, amount_cents, payment_state, payment_at, counted_at, withheld_cents, created_at)
      select 'stl_' || id, id, 'refund', 12000, 'paid', closed_at, closed_at, 0, closed_at from written where closed_at is not null
    )
    select count(*)::int as claims from written`;
  return { contracts: count, claims: made.claims };
}
