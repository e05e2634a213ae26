import { sql } from "#db/client.ts";
import { sendMail } from "#lib/mail.ts";
import type { Mail } from "#lib/mail.ts";
import { ownAddress } from "#lib/own-address.ts";
import { findBefore } from "#lib/tariffs/effect.ts";
import { changesBetween, raisesPrices } from "#lib/tariffs/figures.ts";
import { findTariff } from "#lib/tariffs/find.ts";
import { publicTariffName } from "#lib/tariffs/schema.ts";
import type { Tariff } from "#lib/tariffs/schema.ts";
import { listOwnerEmails } from "#lib/users/owners.ts";

/** How long before they rise partners are told (resolutions.md § 21). */
const noticeDays = 30;
const dayMs = 86_400_000;

/**
 * Tells the owners of each partner with the public list by e-mail that its prices rise within 30 days, once; returns to how many partners.
 * The portal shows it by itself. A partner's own list is agreed with it. A job.
 */
export async function noticeRises(now: Date): Promise<number> {
  const until = new Date(now.getTime() + noticeDays * dayMs);
  const coming = await sql<{ id: string }[]>`
    select id from tariffs where name = ${publicTariffName} and effective_from > ${now} and effective_from <= ${until} order by effective_from`;
  let told = 0;
  for (const { id } of coming) {
    const tariff = await findTariff(id);
    const before = await findBefore(publicTariffName, tariff.effectiveFrom);
    if (before === undefined || !raisesPrices(changesBetween(before.rates, tariff.rates))) continue;
    // Only the instance that writes the row sends the e-mail.
    const partners = await sql<{ partnerId: string }[]>`
      insert into tariff_notices (tariff_id, partner_id, noticed_at)
      select ${id}, p.id, ${now} from partners p where p.tariff_id is null and p.status = 'active'
      on conflict do nothing returning partner_id as "partnerId"`;
    for (const { partnerId } of partners) await mailOwners(partnerId, tariff);
    told += partners.length;
  }
  return told;
}

async function mailOwners(partnerId: string, tariff: Tariff): Promise<void> {
  await sendMail({ to: await listOwnerEmails(partnerId), ...riseMail(tariff) });
}

/** In both languages, since the owner's is unknown. */
function riseMail({ version, effectiveFrom }: Tariff): Omit<Mail, "to"> {
  const link = ownAddress("/production/prices");
  return {
    subject: `Prices change on ${inParis(effectiveFrom, "en")}`,
    text: [
      `A new price list (version ${version}) takes effect on ${inParis(effectiveFrom, "en")} at 00:00, Paris time. Some prices rise.`,
      `Contracts keep the prices that they were made with; new contracts and renewals from then on have the new ones. What changes:`,
      link,
      "",
      `Un nouveau tarif (version ${version}) prend effet le ${inParis(effectiveFrom, "fr")} à 00:00, heure de Paris. Certains prix augmentent.`,
      `Les contrats gardent les prix de leur création ; les nouveaux contrats et les renouvellements auront alors les nouveaux. Ce qui change :`,
      link,
    ].join("\n"),
  };
}

function inParis(at: Date, language: "en" | "fr"): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr-FR", { dateStyle: "long", timeZone: "Europe/Paris" }).format(at);
}
