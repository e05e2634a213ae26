import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { momentInUtc } from "#lib/platform/i18n/moments.ts";
import { inBothLanguages, writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

interface World {
  partnerId: string;
  environment: Environment;
}

interface Texts {
  subject: string;
  english: string;
  french: string;
}

const names = {
  development: { english: "Development", french: "de développement" },
  production: { english: "Production", french: "de production" },
} as const satisfies Record<Environment, object>;

/** E-mails a partner's owners, with a link to the page of the keys. */
async function mailOwners(tx: Transaction, { partnerId, environment }: World, texts: Texts, now: Date): Promise<void> {
  const { subject, english, french } = texts;
  const to = await listOwnerEmails(partnerId, tx);
  const message = inBothLanguages(subject, ownAddress(`/${environment}/keys`), english, french);
  await writeNotice(tx, { kind: "keyChanged", to, partnerId, ...message }, now);
}

/** Tells all owners what one of them, a developer or Covergate did with a key; the latter signs as Covergate. */
async function mailOwn(tx: Transaction, { world, actor, realTime }: DeveloperContext, write: (by: string) => Texts): Promise<void> {
  const [row] = await tx.select({ partnerId: worlds.partnerId }).from(worlds).where(eq(worlds.id, world.id));
  if (row === undefined) throw new Error(`there is no world ${world.id}`);
  const [acting] = actor.type === "user" ? await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.userId)) : [];
  await mailOwners(tx, { ...row, environment: world.environment }, write(acting?.name ?? "Covergate"), realTime);
}

interface NamedKeyNews {
  change: "created" | "restricted" | "revoked";
  name: string;
  preview: string;
  rights: readonly Right[];
  expiresAt: Date | null;
}

const ofNamed = {
  created: { subject: "API key created", english: "created", french: "a créé" },
  restricted: { subject: "Rights of an API key changed", english: "changed the rights of", french: "a modifié les droits de" },
  revoked: { subject: "API key revoked", english: "revoked", french: "a révoqué" },
} as const satisfies Record<NamedKeyNews["change"], Texts>;

export async function writeNamedKeyNotice(tx: Transaction, ctx: DeveloperContext, news: NamedKeyNews): Promise<void> {
  const { change, name, preview, rights, expiresAt } = news;
  const { subject, english, french } = ofNamed[change];
  const environment = names[ctx.world.environment];
  const end = {
    english: expiresAt === null ? "" : ` It expires on ${momentInUtc(expiresAt, "en")}.`,
    french: expiresAt === null ? "" : ` Elle expire le ${momentInUtc(expiresAt, "fr")}.`,
  };
  const settings = {
    english: change === "revoked" ? "" : ` Its rights: ${rights.join(", ")}.${end.english}`,
    french: change === "revoked" ? "" : ` Ses droits : ${rights.join(", ")}.${end.french}`,
  };
  await mailOwn(tx, ctx, (by) => ({
    subject,
    english: `${by} ${english} the key “${name}” of ${environment.english}, ${preview}….${settings.english}`,
    french: `${by} ${french} la clé ${environment.french} « ${name} », ${preview}….${settings.french}`,
  }));
}

/** Tells all owners that support revoked or replaced a key; the page of the keys has the reason. */
export async function mailOwnersOfKey(
  tx: Transaction,
  { preview, change, ...world }: World & { preview: string; change: "revoked" | "regenerated" },
  now: Date,
): Promise<void> {
  const { english, french } = names[world.environment];
  const texts =
    change === "revoked"
      ? {
          subject: `${english} key revoked by support`,
          english: `Support revoked the ${english} key ${preview}…, which no longer works.`,
          french: `Le support a révoqué la clé ${french} ${preview}…, qui ne fonctionne plus.`,
        }
      : {
          subject: `${english} key replaced by support`,
          english: `Support replaced the ${english} key. The new one begins with ${preview}….`,
          french: `Le support a remplacé la clé ${french}. La nouvelle commence par ${preview}….`,
        };
  await mailOwners(tx, world, texts, now);
}

interface OwnKeyNews {
  /** The new key; absent if the old one was revoked early. */
  preview?: string;
  old: { preview: string; endsAt: Date };
}

/** Tells all owners that one of them replaced the Development key, or revoked the replaced one. */
export async function writeOwnerNotice(tx: Transaction, ctx: DeveloperContext, { preview, old }: OwnKeyNews): Promise<void> {
  const [inEnglish, inFrench] =
    old.endsAt <= ctx.realTime
      ? ["no longer works", "ne fonctionne plus"]
      : [`works until ${momentInUtc(old.endsAt, "en")}`, `fonctionne jusqu’au ${momentInUtc(old.endsAt, "fr")}`];
  const previous = {
    english: `The previous key ${old.preview}… ${inEnglish}.`,
    french: `La clé précédente ${old.preview}… ${inFrench}.`,
  };
  await mailOwn(tx, ctx, (by) =>
    preview === undefined
      ? {
          subject: "Previous Development key revoked",
          english: `${by} revoked it. ${previous.english}`,
          french: `${by} l’a révoquée. ${previous.french}`,
        }
      : {
          subject: "New Development key",
          english: `${by} regenerated the Development key. The new one, ${preview}…, is on the page of the API keys. ${previous.english}`,
          french: `${by} a régénéré la clé de développement. La nouvelle, ${preview}…, est sur la page des clés d’API. ${previous.french}`,
        },
  );
}
