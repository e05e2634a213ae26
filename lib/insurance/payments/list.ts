import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { netOf, settlementsOf, toSettlement } from "#lib/insurance/claims/find.ts";
import { transferOf } from "#lib/insurance/claims/rules/account.ts";
import type { PaymentState } from "#lib/insurance/claims/schema.ts";
import { findPayer } from "#lib/insurance/payments/read-account.ts";
import { nameAtBank } from "#lib/insurance/payments/rules/pain001.ts";
import { maxPayments } from "#lib/insurance/payments/schema.ts";
import { maskIban } from "#lib/platform/money/iban.ts";

export interface Payment {
  id: string;
  claimId: string;
  /** The claim's number. */
  number: string;
  renterUid: string;
  renter: string;
  /** The amount that the bank is to transfer. */
  amountCents: number;
  /** The part of the refund that deductions take. */
  withheldCents: number;
  /** The net cost of the claim. */
  netCents: number;
  state: Extract<PaymentState, "approved" | "executing">;
  approvedAt: Date;
  /** The day on which the bank executes the transfer, as `2027-01-31`; null while no file for the bank contains the payment. */
  executeOn: string | null;
  holder: string | null;
  /** The holder as the bank sees it, if that differs. */
  nameAtBank: string | null;
  /** Masked. */
  iban: string | null;
  /** True while another account waits for a second person. */
  hasAccountToApprove: boolean;
}

export interface PaymentList {
  rows: Payment[];
  /** True if there are more. */
  isCut: boolean;
  /** False while there is no account to pay from. */
  hasPayer: boolean;
}

/** Lists the refunds of real claims that are to be paid or at the bank, the oldest first (rules/settlements.md#bank-1). */
export async function listPayments(_ctx: StaffContext): Promise<PaymentList> {
  const rows = await readPayments(sql`limit ${maxPayments + 1}`);
  const hasPayer = (await findPayer()) !== undefined;
  return { rows: rows.slice(0, maxPayments), isCut: rows.length > maxPayments, hasPayer };
}

type Read = Omit<Payment, "amountCents" | "withheldCents" | "netCents" | "nameAtBank"> & { settlements: object[] };

/** All of the list, for a file. */
export async function listAllPayments(): Promise<Payment[]> {
  return readPayments(sql``);
}

async function readPayments(limit: SQL): Promise<Payment[]> {
  const rows = await db.execute<Read & Record<string, unknown>>(paymentsStatement(limit));
  return rows.map(({ settlements, ...row }) => {
    const { amountCents = 0, withheldCents = 0 } = transferOf(settlements.map(toSettlement), row.id) ?? {};
    const iban = row.iban === null ? null : maskIban(row.iban);
    const atBank = row.holder === null ? null : nameAtBank(row.holder);
    return {
      ...row,
      ...{ amountCents, withheldCents, netCents: netOf(settlements) ?? 0, iban },
      nameAtBank: atBank === row.holder ? null : atBank,
    };
  });
}

/** Claims that wait for a payment are one range of the queue's index; their settlements are read by claim. */
function paymentsStatement(limit: SQL): SQL {
  return sql`
    select s.id, c.id as "claimId", c.claim_id as number, c.uid as "renterUid", coalesce(r.company ->> 'company_name', c.uid) as renter,
      ${sql.raw(settlementsOf("c.id"))} as settlements, s.payment_state as state, s.created_at as "approvedAt",
      run.execute_on::text as "executeOn", coalesce(handed.holder, a.holder) as holder, coalesce(handed.iban, a.iban) as iban,
      exists (select from payee_account_proposals p where p.renter_uid = c.uid and p.status = 'waiting') as "hasAccountToApprove"
    from claims c join settlements s on s.claim_id = c.id left join renters r on r.uid = c.uid
      left join payee_accounts a on a.renter_uid = c.uid
      left join payments_of_runs handed on handed.settlement_id = s.id left join payment_runs run on run.id = handed.run_id
    where not c.test and c.status = 'in_progress' and c.stage = 'waiting_for_payment'
      and s.type = 'refund' and s.payment_state in ('approved', 'executing')
    order by s.created_at, s.id ${limit}`;
}
