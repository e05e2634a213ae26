import type { Mail } from "#lib/mail.ts";
import type { SecurityKind } from "#lib/security/schema.ts";

const words: Record<SecurityKind, readonly [english: string, french: string]> = {
  signInFailed: ["failed sign-ins", "connexions échouées"],
  signInLocked: ["locked sign-ins", "connexions bloquées"],
  keyUnknown: ["calls with unknown API keys", "appels avec des clés API inconnues"],
  keyRevoked: ["calls with revoked API keys", "appels avec des clés API révoquées"],
  linkUnknown: ["requests with unknown claim links", "requêtes avec des liens de sinistre inconnus"],
  csrfRefused: ["forged requests (CSRF)", "requêtes falsifiées (CSRF)"],
  pageForbidden: ["forbidden pages", "pages interdites"],
};

/** In both languages, since the recipient's language is unknown. */
export function alarmMail(news: { kind: SecurityKind; hour: Date; threshold: number; link: string }): Omit<Mail, "to"> {
  const { kind, hour, threshold, link } = news;
  const [inEnglish, inFrench] = words[kind];
  const since = `${hour.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    subject: `Unusual activity: ${inEnglish}`,
    text: [
      `Since ${since} there were ${threshold} or more ${inEnglish}.`,
      `Depuis le ${since}, il y a eu au moins ${threshold} ${inFrench}.`,
      link,
    ].join("\n\n"),
  };
}
