import type { Mail } from "#lib/mail.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** What owners are told of an outage. */
export interface OutageNews {
  webhookName: string;
  environment: Environment;
  beganAt: Date;
  /** Null while the webhook fails. */
  endedAt: Date | null;
  /** The webhook's page. */
  link: string;
}

const environments = { development: ["Development", "développement"], production: ["Production", "production"] } as const;

/** The message to owners about the beginning or the end of an outage, in both languages: nobody's language is known here. */
export function outageMail({ webhookName: name, environment, beganAt, endedAt, link }: OutageNews): Omit<Mail, "to"> {
  const [inEnglish, inFrench] = environments[environment];
  if (endedAt === null) {
    return {
      subject: `Webhook failing: ${name} (${inEnglish})`,
      text: [
        `The webhook "${name}" (${inEnglish}) has failed since ${inUtc(beganAt, "en")}. Every attempt since then has failed.`,
        `Covergate goes on trying, and the webhook stays enabled. Deliveries whose retries are used up can be sent again with Recover:`,
        link,
        "",
        `Le webhook « ${name} » (${inFrench}) échoue depuis le ${inUtc(beganAt, "fr")}. Toutes les tentatives ont échoué depuis.`,
        `Covergate continue d’essayer et le webhook reste actif. Les livraisons dont les tentatives sont épuisées peuvent être renvoyées avec « Récupérer » :`,
        link,
      ].join("\n"),
    };
  }
  return {
    subject: `Webhook working again: ${name} (${inEnglish})`,
    text: [
      `The webhook "${name}" (${inEnglish}) works again since ${inUtc(endedAt, "en")}. It had failed since ${inUtc(beganAt, "en")}.`,
      `To send what it missed, use Recover:`,
      link,
      "",
      `Le webhook « ${name} » (${inFrench}) fonctionne de nouveau depuis le ${inUtc(endedAt, "fr")}. Il échouait depuis le ${inUtc(beganAt, "fr")}.`,
      `Pour renvoyer ce qu’il a manqué, utilisez « Récupérer » :`,
      link,
    ].join("\n"),
  };
}

function inUtc(at: Date, language: "en" | "fr"): string {
  return `${new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr-FR", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
