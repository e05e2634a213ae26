import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { listOwners } from "#lib/account/users/owners.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import { momentInUtc } from "#lib/platform/i18n/moments.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

export interface KeyNews {
  /** The new key; absent if the old one was revoked early. */
  preview?: string;
  old: { preview: string; endsAt: Date };
}

/** Tells all owners that one of them replaced the Development key, or revoked the replaced one. */
export async function writeOwnerNotice(tx: Transaction, ctx: DeveloperContext, news: KeyNews): Promise<void> {
  await mailOwners(tx, ctx, (by) => writeNews(news, by, ctx.realTime));
}

/** E-mails all owners what one of them, a developer or Covergate did with a key. */
export async function mailOwners(
  tx: Transaction,
  { world, actor, realTime }: DeveloperContext,
  write: (by: string) => Message,
): Promise<void> {
  const [row] = await tx.select({ partnerId: worlds.partnerId }).from(worlds).where(eq(worlds.id, world.id));
  if (row === undefined) throw new Error(`there is no world ${world.id}`);
  const { partnerId } = row;
  const owners = await listOwners(partnerId, tx);
  const [acting] = actor.type === "user" ? await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.userId)) : [];
  const to = owners.map(({ email }) => email);
  await writeNotice(tx, { kind: "keyChanged", to, partnerId, ...write(acting?.name ?? "Covergate") }, realTime);
}

/** In both languages, since the owner's language is unknown. */
function writeNews({ preview, old }: KeyNews, by: string, now: Date): Message {
  const link = ownAddress("/development/keys");
  const isOver = old.endsAt <= now;
  const oldInEnglish = isOver
    ? `The previous key ${old.preview}… no longer works.`
    : `The previous key ${old.preview}… works until ${momentInUtc(old.endsAt, "en")}.`;
  const oldInFrench = isOver
    ? `La clé précédente ${old.preview}… ne fonctionne plus.`
    : `La clé précédente ${old.preview}… fonctionne jusqu’au ${momentInUtc(old.endsAt, "fr")}.`;
  if (preview === undefined) {
    return {
      subject: "Previous Development key revoked",
      text: [`${by} revoked it. ${oldInEnglish}`, link, "", `${by} l’a révoquée. ${oldInFrench}`, link].join("\n"),
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
