import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { searchFields } from "#db/schema/search.ts";
import type { SearchedTable } from "#db/schema/search.ts";
import type { SearchScope } from "#lib/account/search/contract-sources.ts";
import type { SearchKind } from "#lib/account/search/sources.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { containsAll, fragmentsOf } from "#lib/platform/lists/fragments.ts";
import type { SearchFieldName } from "#lib/platform/text/search-fields.ts";

/** A thing that a search found, as its list shows it. */
export interface FoundThing {
  id: string;
  title: string;
  hint: string;
  /** The field that contains the text; null where only an exact match has it. */
  field: SearchFieldName | null;
  partner: string;
  /** Null for a rental company, which is of no environment. */
  environment: Environment | null;
  /** The status of a contract, a claim, a renewal or a delivery. */
  status?: string;
  /** The first and the last day of cover. */
  cover?: [from: string, until: string] | null;
  /** True if the name of the thing itself contains the text. */
  isOwn: boolean;
}

type Describe = (typed: string) => { from: SQL; columns: SQL; at: SQL };

/** The name of the first field of a row that contains the longest of the typed words. */
function fieldOf(table: SearchedTable, alias: string, typed: string): SQL {
  const fragments = fragmentsOf(typed).toSorted((a, b) => b.length - a.length);
  const cases = searchFields[table].map(
    ({ name, text }) => sql`when ${containsAll(`search_text(${text(`${alias}.`)})`, fragments.slice(0, 1))} then ${sql.raw(`'${name}'`)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}

const renterOf = sql`left join renters renter on renter.uid = r.uid`;
/** A contract `c` as people know it: its first product with its marking, and how many more; then its customer and its days of cover. */
const nameOfContract = (cid: SQL) => sql`
  left join lateral (
    select concat_ws(' · ', i.title, p.data ->> 'product_marked') || case when p.products > 1 then ' +' || p.products - 1 else '' end as title,
      concat_ws(' · ',
        coalesce(nullif(c.company ->> 'company_name', ''), nullif(concat_ws(' ', c.individual ->> 'first_name', c.individual ->> 'last_name'), ''),
          p.data ->> 'user_name')) as hint, json_build_array(c.start_date, c.end_date) as cover
    from contracts c
    cross join lateral (
      select product_id, data, count(*) over () as products from contract_products
      where cid = c.cid and status <> 'has_been_replaced' order by cpid limit 1
    ) p join products i on i.id = p.product_id
    where c.cid = ${cid}
  ) contract on true`;

function fieldOfContract(cid: SQL, typed: string): SQL {
  return sql`
    (select coalesce(
      (select ${fieldOf("contracts", "c", typed)} from contracts c where c.cid = ${cid}),
      (select min(${fieldOf("contract_products", "p", typed)}) from contract_products p where p.cid = ${cid}),
      (select min(${fieldOf("products", "i", typed)}) from contract_products p join products i on i.id = p.product_id where p.cid = ${cid}),
      (select 'renter' from contracts c join renters n on n.uid = c.uid where c.cid = ${cid} and ${fieldOf("renters", "n", typed)} is not null)))`;
}

/** How each kind is read: a row `r` with its key, as its list shows it. */
export const thingsOf: Record<SearchKind, Describe> = {
  contracts: (typed) => ({
    from: sql`contracts r ${renterOf} ${nameOfContract(sql`r.cid`)}`,
    columns: sql`r.cid as id, r.status, contract.cover, coalesce(contract.title, r.cid) as title,
      concat_ws(' · ', contract.hint, renter.company ->> 'company_name', r.cid) as hint,
      ${fieldOfContract(sql`r.cid`, typed)} as field`,
    at: sql`r.created_at`,
  }),
  claims: (typed) => ({
    from: sql`claims r ${renterOf}`,
    columns: sql`r.id, r.status, coalesce(r.claim_id, r.id) as title,
      concat_ws(' · ', nullif(concat_ws(' ', r.insured ->> 'firstName', r.insured ->> 'lastName'), ''),
        nullif(concat_ws(' ', r.product ->> 'brand', r.product ->> 'model'), ''), r.product ->> 'productMarked',
        renter.company ->> 'company_name') as hint,
      coalesce(${fieldOf("claims", "r", typed)}, ${fieldOfContract(sql`r.cid`, typed)}) as field`,
    at: sql`r.created_at`,
  }),
  products: (typed) => ({
    from: sql`products r`,
    columns: sql`r.id, r.title, r.uid as hint, ${fieldOf("products", "r", typed)} as field`,
    at: sql`r.created_at`,
  }),
  renewals: (typed) => ({
    from: sql`automatic_renewals r ${nameOfContract(sql`r.cid`)}`,
    columns: sql`r.arid as id, r.state as status, contract.cover, coalesce(contract.title, r.arid) as title, concat_ws(' · ', contract.hint, r.arid) as hint,
      coalesce(${fieldOf("automatic_renewals", "r", typed)}, ${fieldOfContract(sql`r.cid`, typed)}) as field`,
    at: sql`r.renewal_scheduled_for`,
  }),
  renters: (typed) => ({
    from: sql`renters r`,
    columns: sql`r.uid as id, r.company ->> 'company_name' as title, r.uid as hint, ${fieldOf("renters", "r", typed)} as field`,
    at: sql`r.created_at`,
  }),
  calls: (typed) => ({
    from: sql`calls r`,
    columns: sql`r.execution_id as id, r.method || ' ' || left(r.path, 200) as title, r.execution_id as hint,
      coalesce(${fieldOf("calls", "r", typed)}, 'about') as field`,
    at: sql`r.at`,
  }),
  events: (typed) => ({
    from: sql`events r`,
    columns: sql`r.id, r.event_type as title, r.id as hint, coalesce(${fieldOf("events", "r", typed)}, 'about') as field`,
    at: sql`r.created_at`,
  }),
  deliveries: (typed) => ({
    from: sql`deliveries r`,
    columns: sql`r.id, r.status, r.event_type as title, r.id as hint, coalesce(${fieldOf("deliveries", "r", typed)}, 'about') as field`,
    at: sql`r.created_at`,
  }),
};

/** The rows of a kind that belong to the scope. */
export function isInScope(kind: SearchKind, scope: SearchScope): SQL {
  if (kind === "renters") {
    return scope === "everywhere"
      ? sql`true`
      : sql`exists (select from renter_attachments a where a.world_id = ${scope} and a.renter_uid = r.uid)`;
  }
  const listed = kind === "products" ? sql`and not r.hidden and r.deleted_at is null` : sql``;
  return scope === "everywhere" ? sql`r.world_id in (select id from worlds) ${listed}` : sql`r.world_id = ${scope} ${listed}`;
}
