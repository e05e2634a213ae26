import type { Transaction } from "#db/client.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

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
