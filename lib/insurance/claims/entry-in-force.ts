import { sql } from "#db/client.ts";

/**
 * A lateral join from `p`, an entry of `contract_products`, to the entry that stands for it now. A change replaces an entry, which keeps the
 * dates that it had: only its last replacement is cancelled, ended or reopened (rules/claims.md#create-8).
 */
export const entryInForce = () => sql`
  lateral (
    with recursive entry as (
      select p.cpid, p.status, p.start_date, p.end_date, p.replaced_by
      union all
      select n.cpid, n.status, n.start_date, n.end_date, n.replaced_by from entry join contract_products n on n.cpid = entry.replaced_by
    )
    select cpid, status, start_date, end_date from entry where replaced_by is null
  )`;

/** The keys of a contract product's entries, as an array: those that a change replaced, and those that replaced them. Both names are SQL. */
export const entriesOfObject = (cid: string, cpid: string) => `
  array(
    with recursive entry as (
      select o.cpid, o.replaced_by from contract_products o where o.cpid = ${cpid} and o.cid = ${cid}
      union
      select o.cpid, o.replaced_by from entry join contract_products o
        on o.cid = ${cid} and (o.cpid = entry.replaced_by or o.replaced_by = entry.cpid)
    )
    select cpid from entry
  )`;
