import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { nameAtBank } from "#lib/insurance/payments/rules/pain001.ts";
import type { Account } from "#lib/insurance/payments/rules/pain001.ts";
import { env } from "#lib/platform/env.ts";
import { maskIban } from "#lib/platform/money/iban.ts";

export interface AccountInUse {
  /** The account in use, with a masked IBAN; null if none is entered. `changedAt` is null for the payer of the settings. */
  inUse: { holder: string; iban: string; changedAt: Date | null } | null;
  /** The account that waits for another person, with the IBAN that they compare. */
  waiting: {
    id: string;
    holder: string;
    nameAtBank: string;
    iban: string;
    proposedBy: string;
    proposedByName: string;
    proposedAt: Date;
  } | null;
}

/** Reads the account to which a rental company's refunds are paid, or with null the account that pays. */
export async function readAccount(_ctx: SupportContext, renterUid: string | null): Promise<AccountInUse> {
  const payee = sql`select holder, iban, changed_at as "changedAt" from payee_accounts where renter_uid = ${renterUid}`;
  const [[payeeInUse], [waiting]] = await Promise.all([
    db.execute<Required<Account> & { changedAt: Date }>(payee),
    db.execute<Omit<NonNullable<AccountInUse["waiting"]>, "nameAtBank">>(sql`
      select p.id, p.holder, p.iban, p.proposed_by as "proposedBy", u.name as "proposedByName", p.proposed_at as "proposedAt"
      from payee_account_proposals p join users u on u.id = p.proposed_by
      where p.renter_uid is not distinct from ${renterUid} and p.status = 'waiting'`),
  ]);
  const inUse = renterUid === null ? await findPayer() : payeeInUse;
  return {
    inUse: inUse === undefined ? null : { ...inUse, iban: maskIban(inUse.iban) },
    waiting: waiting === undefined ? null : { ...waiting, nameAtBank: nameAtBank(waiting.holder) },
  };
}

/** The account that pays: the one that was approved last, else that of the settings (rules/settlements.md#bank-9). */
export async function findPayer(): Promise<(Account & { changedAt: Date | null }) | undefined> {
  const [approved] = await db.execute<{ holder: string; iban: string; changedAt: Date }>(sql`
    select holder, iban, decided_at as "changedAt" from payee_account_proposals
    where renter_uid is null and status = 'approved' order by decided_at desc, id desc limit 1`);
  return approved ?? payerOfSettings();
}

export function payerOfSettings(): (Account & { changedAt: null }) | undefined {
  const { PAYER_NAME: holder, PAYER_IBAN: iban } = env;
  return holder === undefined || iban === undefined ? undefined : { holder, iban, changedAt: null };
}
