import type { Transaction } from "#db/client.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

/** Tells the owners of each partner that a version does not take effect. */
export async function noticeWithdrawal(tx: Transaction, tariff: Tariff, partnerIds: readonly string[], now: Date): Promise<void> {
  const message = withdrawalMail(tariff);
  for (const partnerId of partnerIds) {
    const to = await listOwnerEmails(partnerId, tx);
    await writeNotice(tx, { kind: "pricesWithdrawn", cause: tariff.id, to, partnerId, ...message }, now);
  }
}

/** In both languages, since the owner's is unknown. */
function withdrawalMail({ version, effectiveFrom }: Tariff): Message {
  const link = ownAddress("/production/prices");
  const [day, jour] = [dayInParis(effectiveFrom, "en"), dayInParis(effectiveFrom, "fr")];
  return {
    subject: `The price list of ${day} is withdrawn / Le tarif du ${jour} est retiré`,
    text: [
      `Version ${version} of the price list does not take effect on ${day}. New contracts and renewals keep the current prices until another version takes effect:`,
      link,
      "",
      `La version ${version} du tarif ne prend pas effet le ${jour}. Les nouveaux contrats et les renouvellements gardent les prix actuels jusqu’à ce qu’une autre version prenne effet :`,
      link,
    ].join("\n"),
  };
}
