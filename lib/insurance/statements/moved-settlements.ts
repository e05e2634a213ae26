/**
 * The amounts that settlements add to the months in `months` (month, since, until): refunds at their payment, less those whose transfer
 * failed, and what deductions withheld of them (rules/statements.md#figures-2, #figures-5). Amounts are in cents; `paid` and `charged` can be zero.
 */
export const movedSettlements = `
  select m.month, s.id, s.claim_id, s.type, coalesce(s.counted_at, s.payment_at) as at, s.amount_cents as paid,
    case when s.withheld_cents > 0 then s.withheld_cents - ${countedBefore()} else 0 end as charged
  from months m cross join lateral (
    select * from settlements
    where type = 'refund' and coalesce(counted_at, payment_at) >= m.since and coalesce(counted_at, payment_at) < m.until offset 0) s
  union all
  select m.month, s.id, s.claim_id, s.type, s.created_at,
    case when s.type = 'returned' and o.payment_at is not null then -s.amount_cents else 0 end,
    case when s.type = 'returned' and o.payment_at is not null then -coalesce(o.withheld_cents, 0)
      when s.type = 'charge' and (s.withheld_cents is null or s.counted_at is not null) and s.payment_state is null then s.amount_cents
      when s.type = 'cancel' and o.type = 'charge' and (o.withheld_cents is null or o.counted_at = o.created_at) then -s.amount_cents
      else 0 end
  from months m cross join lateral (
    select * from settlements where type <> 'refund' and created_at >= m.since and created_at < m.until offset 0) s
    left join lateral (select * from settlements where id = s.concerns offset 0) o on true`;

/** The part of a payment's withheld amount that a closed month has counted as deductions of an earlier release. */
function countedBefore(): string {
  return `(select coalesce(sum(o.amount_cents), 0) from settlements o
    where o.claim_id = s.claim_id and o.type = 'charge' and o.counted_at = s.counted_at and o.counted_at > o.created_at and s.id = (
      select min(r.id) from settlements r
      where r.claim_id = s.claim_id and r.type = 'refund' and r.withheld_cents > 0 and r.counted_at = s.counted_at))`;
}
