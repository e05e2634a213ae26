import type { Transaction } from "#db/client.ts";
import { mailOwners } from "#lib/account/keys/owner-mail.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import { momentInUtc } from "#lib/platform/i18n/moments.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

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
