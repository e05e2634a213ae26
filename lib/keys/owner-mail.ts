import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { OwnerContext } from "#lib/context.ts";
import type { Mail } from "#lib/mail.ts";
import { ownAddress } from "#lib/own-address.ts";

export interface KeyNews {
  /** The new key; absent where the old one was ended early. */
  preview?: string;
  old: { preview: string; endsAt: Date };
}

/** Writes the e-mail to all owners: one of them replaced the Development key, or ended the replaced one. */
export async function writeOwnerMail(tx: Transaction, { world, actor, realTime }: OwnerContext, news: KeyNews): Promise<Mail> {
  const owners = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .innerJoin(worlds, eq(worlds.partnerId, users.partnerId))
    .where(and(eq(worlds.id, world.id), eq(users.role, "owner"), isNull(users.disabledAt)))
    .orderBy(users.id);
  const by = actor.type === "user" ? owners.find(({ id }) => id === actor.userId)?.name : undefined;
  return { to: owners.map(({ email }) => email), ...writeNews(news, by ?? "Covergate", realTime) };
}

/** In both languages, since the owner's language is unknown. */
function writeNews({ preview, old }: KeyNews, by: string, now: Date): Omit<Mail, "to"> {
  const link = ownAddress("/development/keys");
  const isOver = old.endsAt <= now;
  const oldInEnglish = isOver
    ? `The previous key ${old.preview}… no longer works.`
    : `The previous key ${old.preview}… works until ${inUtc(old.endsAt, "en")}.`;
  const oldInFrench = isOver
    ? `La clé précédente ${old.preview}… ne fonctionne plus.`
    : `La clé précédente ${old.preview}… fonctionne jusqu’au ${inUtc(old.endsAt, "fr")}.`;
  if (preview === undefined) {
    return {
      subject: "Previous Development key ended",
      text: [`${by} ended it. ${oldInEnglish}`, link, "", `${by} l’a arrêtée. ${oldInFrench}`, link].join("\n"),
    };
  }
  return {
    subject: "New Development key",
    text: [
      `${by} regenerated the Development key. The new one, ${preview}…, is on the page of the API keys. ${oldInEnglish}`,
      link,
      "",
      `${by} a régénéré la clé de développement. La nouvelle, ${preview}…, est sur la page des clés d’API. ${oldInFrench}`,
      link,
    ].join("\n"),
  };
}

function inUtc(at: Date, language: "en" | "fr"): string {
  return `${new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr-FR", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
}
