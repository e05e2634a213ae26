import { sql } from "#db/client.ts";
import type { ConsoleContext } from "#lib/account/users/contexts.ts";
import type { Role } from "#lib/platform/roles.ts";

/** The kinds of proposals that wait for a second person, with the role that decides on each (rules/authority.md#second-1). */
export const approverRoles = {
  refund: "handler",
  deduction: "handler",
  priceList: "support",
  priceListWithdrawal: "support",
  payeeAccount: "support",
  payerAccount: "support",
} as const satisfies Record<string, Role>;

export type ApprovalKind = keyof typeof approverRoles;

/** The most that are listed: far more than ever wait. */
const maxApprovals = 200;

export interface Approval {
  id: string;
  kind: ApprovalKind;
  /** The id of the claim, of the proposed price list or of the rental company, whose page has the decision. */
  subjectId: string;
  /** The claim's number, the name of the price list, the rental company, or the holder of the account that pays. */
  subject: string;
  /** The rental company of a claim, the version of a price list, or the holder of the account. */
  detail: string;
  amountCents: number | null;
  /** Null if the person is no longer there. */
  proposedByName: string | null;
  proposedAt: Date;
  isOwn: boolean;
  /** False if nobody else may decide on it, so that it waits. */
  hasApprover: boolean;
}

/** The sources of proposals; each is a few rows of an index. */
const sources = sql`
  select s.id, case s.type when 'charge' then 'deduction' else 'refund' end as kind, c.id as "subjectId", coalesce(c.claim_id, c.id) as subject,
    coalesce(r.company ->> 'company_name', c.uid) as detail, s.amount_cents::float8 as "amountCents", s.proposed_by, s.created_at as "proposedAt"
  from settlements s join claims c on c.id = s.claim_id left join renters r on r.uid = c.uid where s.payment_state = 'pending_approval'
  union all
  select id, case when withdraws is null then 'priceList' else 'priceListWithdrawal' end, id, name, version, null, proposed_by, proposed_at from tariff_proposals where status = 'waiting'
  union all
  select p.id, case when p.renter_uid is null then 'payerAccount' else 'payeeAccount' end, coalesce(p.renter_uid, 'payer'),
    coalesce(r.company ->> 'company_name', p.holder), p.holder, null, p.proposed_by, p.proposed_at
  from payee_account_proposals p left join renters r on r.uid = p.renter_uid where p.status = 'waiting'`;

/** Lists what the viewer may decide on and what they have proposed, oldest first (rules/authority.md#second-5). */
export async function listApprovals({ user }: Pick<ConsoleContext, "user">): Promise<Approval[]> {
  const [kinds, roles] = [Object.keys(approverRoles), Object.values(approverRoles)];
  const decided = kinds.filter((_kind, index) => roles[index] === user.role);
  const rows = await sql<Approval[]>`
    select w.id, w.kind, w."subjectId", w.subject, w.detail, w."amountCents", u.name as "proposedByName", w."proposedAt",
      w.proposed_by is not distinct from ${user.id} as "isOwn",
      exists (
        select from users other join unnest(${kinds}::text[], ${roles}::text[]) may (kind, role) on may.role = other.role
        where may.kind = w.kind and other.disabled_at is null and other.id is distinct from w.proposed_by
      ) as "hasApprover"
    from (${sources}) w left join users u on u.id = w.proposed_by
    where w.kind = any(${decided}) or w.proposed_by = ${user.id}
    order by w."proposedAt", w.id limit ${maxApprovals}`;
  return rows;
}

/** How much waits for the viewer's own decision. */
export async function countApprovals(ctx: Pick<ConsoleContext, "user">): Promise<number> {
  return (await listApprovals(ctx)).filter(({ isOwn }) => !isOwn).length;
}

/** A proposal of the viewer that another person declined. */
export interface Declined extends Omit<Approval, "proposedByName" | "proposedAt" | "isOwn" | "hasApprover"> {
  by: string;
  at: Date;
  reason: string | null;
}

/** The most that are listed, and how many days a person has to read them. */
const [maxDeclined, daysDeclined] = [20, 30];

/** Lists the viewer's proposals that were declined lately, newest first, each with who declined it and why (rules/authority.md#second-7). */
export async function listDeclined({ user, now }: Pick<ConsoleContext, "user" | "now">): Promise<Declined[]> {
  const since = new Date(now.getTime() - daysDeclined * 86_400_000);
  return sql<Declined[]>`
    select a.id, d.kind, d."subjectId", d.subject, d.detail, d."amountCents", coalesce(u.name, a.actor ->> 'name') as by, a.at, a.reason
    from audit_entries a left join users u on u.id = a.actor ->> 'userId' cross join lateral (
      select case when p.withdraws is null then 'priceList' else 'priceListWithdrawal' end as kind, p.id as "subjectId", p.name as subject,
        p.version as detail, null::float8 as "amountCents", p.proposed_by
      from tariff_proposals p where a.action = 'tariff.refused' and p.id = a.subject_id
      union all
      select case when p.renter_uid is null then 'payerAccount' else 'payeeAccount' end, a.subject_id,
        coalesce(r.company ->> 'company_name', p.holder), p.holder, null, p.proposed_by
      from payee_account_proposals p left join renters r on r.uid = p.renter_uid
      where a.action in ('payer.accountDeclined', 'renter.accountDeclined') and coalesce(p.renter_uid, 'payer') = a.subject_id
        and p.status = 'declined' and p.decided_at = a.at
      union all
      select case s.type when 'charge' then 'deduction' else 'refund' end, c.id, coalesce(c.claim_id, c.id),
        coalesce(r.company ->> 'company_name', c.uid), s.amount_cents::float8, s.proposed_by
      from settlements s join claims c on c.id = s.claim_id left join renters r on r.uid = c.uid
      where a.action = 'claim.proposalDeclined' and s.id = a.details ->> 'settlementId'
    ) d
    where a.action in ('tariff.refused', 'payer.accountDeclined', 'renter.accountDeclined', 'claim.proposalDeclined') and a.at > ${since}
      and d.proposed_by = ${user.id}
    order by a.at desc, a.id desc limit ${maxDeclined}`;
}
