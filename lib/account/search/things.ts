import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { searchFields } from "#db/schema/search.ts";
import type { SearchedTable } from "#db/schema/search.ts";
import type { SearchKind, SearchScope } from "#lib/account/search/sources.ts";
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
  environment: string;
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
const titleOfContract = sql`(
  select string_agg(distinct i.title, ', ') from contract_products p join products i on i.id = p.product_id where p.cid = r.cid and p.status <> 'has_been_replaced')`;

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
    from: sql`contracts r ${renterOf}`,
    columns: sql`r.cid as id, coalesce(${titleOfContract}, r.cid) as title, concat_ws(' · ', renter.company ->> 'company_name', r.cid) as hint,
      ${fieldOfContract(sql`r.cid`, typed)} as field`,
    at: sql`r.created_at`,
  }),
  claims: (typed) => ({
    from: sql`claims r ${renterOf}`,
    columns: sql`r.id, coalesce(r.claim_id, r.id) as title,
      concat_ws(' · ', nullif(concat_ws(' ', r.product ->> 'brand', r.product ->> 'model'), ''), renter.company ->> 'company_name') as hint,
      coalesce(${fieldOf("claims", "r", typed)}, ${fieldOfContract(sql`r.cid`, typed)}) as field`,
    at: sql`r.created_at`,
  }),
  products: (typed) => ({
    from: sql`products r`,
    columns: sql`r.id, r.title, r.uid as hint, ${fieldOf("products", "r", typed)} as field`,
    at: sql`r.created_at`,
  }),
  renewals: (typed) => ({
    from: sql`automatic_renewals r`,
    columns: sql`r.arid as id, r.arid as title, r.cid as hint,
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
    columns: sql`r.id, r.event_type as title, r.id as hint, coalesce(${fieldOf("deliveries", "r", typed)}, 'about') as field`,
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
