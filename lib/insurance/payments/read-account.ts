import { sql } from "#db/client.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { nameAtBank } from "#lib/insurance/payments/rules/pain001.ts";
import { maskIban } from "#lib/platform/money/iban.ts";

export interface AccountOfRenter {
  /** The account to which refunds are paid, with a masked IBAN; null if none is entered. */
  inUse: { holder: string; iban: string; changedAt: Date } | null;
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

export async function readAccount(_ctx: SupportContext, renterUid: string): Promise<AccountOfRenter> {
  const [[inUse], [waiting]] = await Promise.all([
    sql<NonNullable<AccountOfRenter["inUse"]>[]>`
      select holder, iban, changed_at from payee_accounts where renter_uid = ${renterUid}`,
    sql<Omit<NonNullable<AccountOfRenter["waiting"]>, "nameAtBank">[]>`
      select p.id, p.holder, p.iban, p.proposed_by, u.name as "proposedByName", p.proposed_at
      from payee_account_proposals p join users u on u.id = p.proposed_by where p.renter_uid = ${renterUid} and p.status = 'waiting'`,
  ]);
  return {
    inUse: inUse === undefined ? null : { ...inUse, iban: maskIban(inUse.iban) },
    waiting: waiting === undefined ? null : { ...waiting, nameAtBank: nameAtBank(waiting.holder) },
  };
}
