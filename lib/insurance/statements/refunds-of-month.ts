import { z } from "zod";
import { readOnReplica } from "#db/replica.ts";
import type { settlementTypes } from "#db/schema/enums.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { movedSettlements } from "#lib/insurance/statements/figures.ts";
import { assertMonth } from "#lib/insurance/statements/read.ts";
import { monthAfter, startOfMonth } from "#lib/insurance/statements/rules/months.ts";
import { monthText } from "#lib/insurance/statements/schema.ts";
import { isBackward, keyset, makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** A payment, its return or a deduction, as the figures of a month count it. */
export interface RefundRow {
  id: string;
  at: Date;
  type: (typeof settlementTypes)[number];
  claimId: string;
  /** The claim's number. */
  number: string | null;
  cid: string;
  uid: string;
  renter: string | null;
  /** Its name, and its marking, which tells the products of a contract apart. */
  product: string | null;
  marking: string | null;
  paidCents: Cents;
  chargedCents: Cents;
  netCents: Cents;
}

export const refundListQuery = keyset.extend({ renter: z.string().max(200).nullish() });
export const refundsQuery = refundListQuery.extend({ month: monthText });

/** Lists the amounts that the claims figures of a month add up, newest first; refused as the statement is (rules/statements.md#figures-6). */
export async function listRefunds(
  ctx: PartnerContext,
  { month, renter = null, ...page }: z.output<typeof refundsQuery>,
): Promise<ListPage<RefundRow>> {
  await assertMonth(ctx, month);
  const { id: worldId, environment } = ctx.world;
  const { before, after, limit } = page;
  const rises = isBackward(page);
  const cursor = (rises ? after : before) ?? null;
  const rows = await readOnReplica(
    (pool) => pool<RefundRow[]>`
    with months as (
      select ${month}::text as month, ${startOfMonth(month)}::timestamptz as since, ${startOfMonth(monthAfter(month))}::timestamptz as until),
    moved as (${pool.unsafe(movedSettlements)}),
    last as (select at, id from moved where id = ${cursor})
    select m.id, m.at, m.type, c.id as "claimId", c.claim_id as number, c.cid, c.uid, r.company ->> 'company_name' as renter,
      nullif(concat_ws(' ', nullif(c.product ->> 'brand', ''), nullif(c.product ->> 'model', '')), '') as product,
      nullif(c.product ->> 'productMarked', '') as marking,
      m.paid::float8 as "paidCents", m.charged::float8 as "chargedCents", (m.paid - m.charged)::float8 as "netCents"
    from moved m cross join lateral (select * from claims where id = m.claim_id offset 0) c left join renters r on r.uid = c.uid
    where c.world_id = ${worldId} and (${environment === "development"} or not c.test) and (m.paid <> 0 or m.charged <> 0)
      and (${renter}::text is null or c.uid = ${renter})
      and (${cursor}::text is null or (m.at, m.id) ${pool.unsafe(rises ? ">" : "<")} (select at, id from last))
    order by m.at ${pool.unsafe(rises ? "asc" : "desc")}, m.id ${pool.unsafe(rises ? "asc" : "desc")} limit ${limit + 1}`,
  );
  return makeListPage(rows, page, ({ id }) => id);
}
