import { en } from "#lib/i18n/en.ts";
import { fr } from "#lib/i18n/fr.ts";
import type { Mail } from "#lib/mail.ts";
import type { SecurityKind } from "#lib/security/schema.ts";

/** The message to support about an hour with unusual activity, in both languages: nobody's language is known here. */
export function alarmMail(news: { kind: SecurityKind; hour: Date; threshold: number; link: string }): Omit<Mail, "to"> {
  const { kind, hour, threshold, link } = news;
  const since = `${hour.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: `${en.securityEvents.alarms.title}: ${en.securityEvents.kinds[kind]}`,
    text: [
      `${en.securityEvents.kinds[kind]}: ${threshold} or more since ${since}.`,
      `${fr.securityEvents.kinds[kind]}\u00A0: ${threshold} ou plus depuis le ${since}.`,
      link,
    ].join("\n\n"),
  };
}
