import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { listOwnerEmails, listOwners } from "#lib/account/users/owners.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { momentInUtc } from "#lib/platform/i18n/moments.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

interface KeyNews {
  /** The new key; absent if the old one was revoked early. */
  preview?: string;
  old: { preview: string; endsAt: Date };
}

interface ChangedKey {
  partnerId: string;
  environment: Environment;
  /** The beginning of the key. */
  preview: string;
  change: "revoked" | "regenerated";
}

const names = {
  development: { english: "Development", french: "de développement" },
  production: { english: "Production", french: "de production" },
} as const satisfies Record<Environment, object>;

export interface NamedKeyNews {
  change: "created" | "restricted" | "revoked";
  name: string;
  preview: string;
  rights: readonly Right[];
  expiresAt: Date | null;
}

const subjects = { created: "API key created", restricted: "Rights of an API key changed", revoked: "API key revoked" } as const;
const environments = { development: "de développement", production: "de production" } as const;

/** Tells all owners what one of them did with a named key, in both languages. */
export async function writeNamedKeyNotice(tx: Transaction, ctx: DeveloperContext, news: NamedKeyNews): Promise<void> {
  const { change, name, preview, rights, expiresAt } = news;
  const { environment } = ctx.world;
  const link = ownAddress(`/${environment}/keys`);
  const inEnglish = { created: "created", restricted: "changed the rights of", revoked: "revoked" }[change];
  const inFrench = { created: "a créé", restricted: "a modifié les droits de", revoked: "a révoqué" }[change];
  const end = {
    english: expiresAt === null ? "" : ` It expires on ${momentInUtc(expiresAt, "en")}.`,
    french: expiresAt === null ? "" : ` Elle expire le ${momentInUtc(expiresAt, "fr")}.`,
  };
  const settings = {
    english: change === "revoked" ? "" : ` Its rights: ${rights.join(", ")}.${end.english}`,
    french: change === "revoked" ? "" : ` Ses droits : ${rights.join(", ")}.${end.french}`,
  };
  await mailOwners(tx, ctx, (by) => ({
    subject: subjects[change],
    text: [
      `${by} ${inEnglish} the key “${name}” of ${environment === "production" ? "Production" : "Development"}, ${preview}….${settings.english}`,
      link,
      "",
      `${by} ${inFrench} la clé ${environments[environment]} « ${name} », ${preview}….${settings.french}`,
      link,
    ].join("\n"),
  }));
}

/** E-mails a partner's owners that support revoked or replaced a key; the page of the keys has the reason. */
export async function mailOwnersOfKey(tx: Transaction, { partnerId, environment, preview, change }: ChangedKey, now: Date): Promise<void> {
  const { english, french } = names[environment];
  const link = ownAddress(`/${environment}/keys`);
  const isRevoked = change === "revoked";
  const inEnglish = isRevoked
    ? `Support revoked the ${english} key ${preview}…, which no longer works.`
    : `Support replaced the ${english} key. The new one begins with ${preview}….`;
  const inFrench = isRevoked
    ? `Le support a révoqué la clé ${french} ${preview}…, qui ne fonctionne plus.`
    : `Le support a remplacé la clé ${french}. La nouvelle commence par ${preview}….`;
  const to = await listOwnerEmails(partnerId, tx);
  const subject = isRevoked ? `${english} key revoked by support` : `${english} key replaced by support`;
  const text = [inEnglish, link, "", inFrench, link].join("\n");
  await writeNotice(tx, { kind: "keyChanged", to, partnerId, subject, text }, now);
}

/** Tells all owners that one of them replaced the Development key, or revoked the replaced one. */
export async function writeOwnerNotice(tx: Transaction, ctx: DeveloperContext, news: KeyNews): Promise<void> {
  await mailOwners(tx, ctx, (by) => writeNews(news, by, ctx.realTime));
}

/** E-mails all owners what one of them, a developer or Covergate did with a key. */
async function mailOwners(tx: Transaction, { world, actor, realTime }: DeveloperContext, write: (by: string) => Message): Promise<void> {
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
