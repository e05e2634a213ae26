import { db, sql } from "#db/client.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import { findBefore } from "#lib/insurance/prices/effect.ts";
import { changesBetween, raisesPrices } from "#lib/insurance/prices/figures.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { dayInParis } from "#lib/platform/i18n/moments.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";
import { inBothLanguages, writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { addDays, insurerCalendar } from "#lib/platform/time/days-and-months.ts";

/** How long before they rise partners are told (rules/prices.md#lists-10). */
const noticeDays = 30;

/**
 * Tells the owners of each partner with the public list by e-mail that its prices rise within 30 days, once; returns to how many partners.
 * The portal shows it by itself. A partner's own list is agreed with it. A job.
 */
export async function noticeRises(now: Date): Promise<number> {
  if (!sendsMail()) return 0;
  const until = addDays(now, noticeDays, insurerCalendar);
  const coming = await sql<{ id: string }[]>`
    select id from tariffs where name = ${publicTariffName} and effective_from > ${now} and effective_from <= ${until} and withdrawn_at is null
    order by effective_from`;
  let notified = 0;
  for (const { id } of coming) {
    const tariff = await findTariff(id);
    const before = await findBefore(publicTariffName, tariff.effectiveFrom);
    if (before === undefined || !raisesPrices(changesBetween(before.rates, tariff.rates))) continue;
    const partners = await sql<{ partnerId: string }[]>`
      select p.id as "partnerId" from partners p
      where p.tariff_id is null and p.status = 'active'
        and exists (select from tariffs t where t.id = ${id} and t.withdrawn_at is null)
        and exists (select from users u where u.partner_id = p.id and u.role = 'owner' and u.disabled_at is null)
        and not exists (select from notices n where n.kind = 'pricesRise' and n.cause = ${id} and n.partner_id = p.id)`;
    for (const { partnerId } of partners) {
      const to = await listOwnerEmails(partnerId);
      await writeNotice(db, { kind: "pricesRise", cause: id, to, partnerId, ...riseMail(tariff) }, now);
    }
    notified += partners.length;
  }
  return notified;
}

function riseMail({ version, effectiveFrom }: Tariff): Message {
  const [day, jour] = [dayInParis(effectiveFrom, "en"), dayInParis(effectiveFrom, "fr")];
  return inBothLanguages(
    `Prices change on ${day}`,
    ownAddress("/production/prices"),
    `A new price list (version ${version}) takes effect on ${day} at 00:00, Paris time. Some prices rise.
Contracts keep the prices that they were made with; new contracts and renewals from then on have the new ones. What changes:`,
    `Un nouveau tarif (version ${version}) prend effet le ${jour} à 00:00, heure de Paris. Certains prix augmentent.
Les contrats gardent les prix de leur création ; les nouveaux contrats et les renouvellements auront alors les nouveaux. Ce qui change :`,
  );
}
