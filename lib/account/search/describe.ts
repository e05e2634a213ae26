import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import type { Entry, EntryKind } from "#lib/account/search/find.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** A thing that a search found, as its list shows it. */
export interface Described {
  kind: ThingKind;
  id: string;
  title: string;
  hint: string;
  /** Empty for a rental company in the console, which is of no partner. */
  partner: string;
  /** Null for a rental company, which is of no environment. */
  environment: Environment | null;
  /** The status of a contract, a claim or a renewal. */
  status: string | null;
  /** The first and the last day of cover. */
  cover: [from: string, until: string] | null;
}

export type ThingKind = Exclude<EntryKind, "calls">;

/** A contract `c` as people know it: its first product with its marking, and how many more; then its customer and its days of cover. */
const nameOfContract = sql`
  left join lateral (
    select concat_ws(' · ', i.title, p.data ->> 'product_marked') || case when p.products > 1 then ' +' || p.products - 1 else '' end as title,
      coalesce(nullif(c.company ->> 'company_name', ''), nullif(concat_ws(' ', c.individual ->> 'first_name', c.individual ->> 'last_name'), ''),
        p.data ->> 'user_name') as hint, json_build_array(c.start_date, c.end_date) as cover
    from contracts c
    cross join lateral (
      select product_id, data, count(*) over () as products from contract_products
      where cid = c.cid and status <> 'has_been_replaced' order by cpid limit 1
    ) p join products i on i.id = p.product_id
    where c.cid = r.cid
  ) contract on true`;
const renterOf = sql`left join renters renter on renter.uid = r.uid`;

/** The columns of a row `r`: its world, identifier, title, hint, status and cover. */
const descriptions: Record<ThingKind, SQL> = {
  contracts: sql`
    select r.world_id, r.cid as id, coalesce(contract.title, r.cid) as title,
      concat_ws(' · ', contract.hint, renter.company ->> 'company_name', r.cid) as hint, r.status, contract.cover
    from contracts r ${renterOf} ${nameOfContract} where r.cid`,
  claims: sql`
    select r.world_id, r.id, coalesce(r.claim_id, r.id) as title,
      concat_ws(' · ', nullif(concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName'), ''),
        nullif(concat_ws(' ', r.product ->> 'brand', r.product ->> 'model'), ''), r.product ->> 'productMarked',
        renter.company ->> 'company_name') as hint, r.status, null::json as cover
    from claims r ${renterOf} where r.id`,
  products: sql`
    select r.world_id, r.id, r.title, r.uid as hint, null as status, null::json as cover
    from products r where not r.hidden and r.deleted_at is null and r.id`,
  renewals: sql`
    select r.world_id, r.arid as id, coalesce(contract.title, r.arid) as title, concat_ws(' · ', contract.hint, r.arid) as hint,
      r.state as status, contract.cover
    from automatic_renewals r ${nameOfContract} where r.arid`,
  renters: sql`
    select null::int as world_id, r.uid as id, r.company ->> 'company_name' as title, r.uid as hint, null as status, null::json as cover
    from renters r where r.uid`,
};

/** The things of these entries as they are now; those that are gone are left out. */
export async function describe(entries: readonly Entry[]): Promise<Described[]> {
  const ofKinds = Map.groupBy(entries, ({ kind }) => kind);
  const parts = [...ofKinds].flatMap(([kind, found]) => {
    if (kind === "calls") return [];
    const ids = sql`any(${sql.param(found.map(({ id }) => id))}::text[])`;
    return [
      sql`(select ${kind} as kind, r.*, coalesce(p.name, '') as partner, w.environment from (${descriptions[kind]} = ${ids}) r
        left join worlds w on w.id = r.world_id left join partners p on p.id = w.partner_id)`,
    ];
  });
  if (parts.length === 0) return [];
  return readOnReplica((pool) => runUnprepared<Described>(pool, sql.join(parts, sql` union all `)));
}
