import { text } from "node:stream/consumers";
import { withDatabase } from "#scripts/admin/database.ts";

/** Prints what the database of a running Covergate holds of the money of the claims that standard input names. */
const claimIds = JSON.parse(await text(process.stdin)) as string[];
const read = await withDatabase(async () => {
  const { sql } = await import("#db/client.ts");
  const claims = await sql`
    select c.id, c.status, (select count(*)::int from events e where e.subject_id = c.id and e.event_type = 'v2.claim.settlement.paid') as "paidEvents",
      json_agg(json_build_object('state', s.payment_state, 'amountCents', s.amount_cents) order by s.id) as settlements
    from claims c join settlements s on s.claim_id = c.id where c.id = any(${claimIds}) group by c.id`;
  const [sums] = await sql`
    select sum(amount_cents)::int as "paidCents", count(*)::int as "payments" from settlements
    where claim_id = any(${claimIds}) and type = 'refund' and payment_state = 'paid'`;
  return { claims, sums };
});
console.log(JSON.stringify(read));
