import type { Transaction } from "#db/client.ts";
import { writeNotice } from "#lib/notices/write.ts";
import { ownAddress } from "#lib/own-address.ts";
import { listOwnerEmails } from "#lib/users/owners.ts";

/** E-mails a partner's owners that support made somebody else one, who can read its Production key. */
export async function mailNewOwner(
  tx: Transaction,
  partnerId: string,
  { name, email }: { name: string; email: string },
  now: Date,
): Promise<void> {
  const to = (await listOwnerEmails(partnerId, tx)).filter((address) => address !== email);
  const message = {
    subject: "New owner of your Covergate account / Nouveau propriétaire de votre compte Covergate",
    text: [
      `Support made ${name} (${email}) an owner. Owners see keys, calls and webhooks. Tell support if nobody of you asked for it.`,
      "",
      `Le support a nommé ${name} (${email}) propriétaire. Les propriétaires voient les clés, les appels et les webhooks. Prévenez le support si personne chez vous ne l’a demandé.`,
      "",
      ownAddress("/"),
    ].join("\n"),
  };
  await writeNotice(tx, { kind: "accountChanged", to, partnerId, ...message }, now);
}
