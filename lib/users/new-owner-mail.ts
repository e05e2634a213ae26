import { sendMail } from "#lib/mail.ts";
import { ownAddress } from "#lib/own-address.ts";
import { listOwnerEmails } from "#lib/users/owners.ts";

/** E-mails a partner's owners that support made somebody else one, who can read its Production key. Call it after the commit. */
export async function mailNewOwner(partnerId: string, { name, email }: { name: string; email: string }): Promise<void> {
  const to = (await listOwnerEmails(partnerId)).filter((address) => address !== email);
  void sendMail({
    to,
    subject: "New owner of your Covergate account / Nouveau propriétaire de votre compte Covergate",
    text: [
      `Support made ${name} (${email}) an owner. Owners see keys, calls and webhooks. Tell support if nobody of you asked for it.`,
      "",
      `Le support a nommé ${name} (${email}) propriétaire. Les propriétaires voient les clés, les appels et les webhooks. Prévenez le support si personne chez vous ne l’a demandé.`,
      "",
      ownAddress("/"),
    ].join("\n"),
  });
}
