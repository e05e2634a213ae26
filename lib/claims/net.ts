import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

/** The SQL of a claim's net in cents: what was and will be paid, less what was charged; null without either. `claimId` is SQL. */
export function netOf(claimId: string): SQL {
  return sql.raw(`(
    select sum(case s.type when 'refund' then s.amount_cents else - s.amount_cents end)::float8 from settlements s
    where s.claim_id = ${claimId} and case s.type when 'refund' then s.payment_state in ('approved', 'executing', 'paid')
      when 'charge' then not exists (select from settlements cancelled where cancelled.concerns = s.id) else false end)`);
}
