import { sendMail } from "#lib/mail.ts";
import { ownAddress } from "#lib/own-address.ts";

/** Mails the one-time link of an invitation, in both languages, since the language is unknown. False if the mail server did not take it at once. */
export async function mailInvitation({ email, name }: { email: string; name: string }, token: string): Promise<boolean> {
  const link = ownAddress(`/password/${token}`);
  const sent = await sendMail({
    to: [email],
    subject: "Your Covergate account / Votre compte Covergate",
    text: [
      `Hello ${name},`,
      "you are invited to Covergate. Choose your password here, within seven days. The link works once:",
      link,
      "",
      `Bonjour ${name},`,
      "vous êtes invité à rejoindre Covergate. Choisissez votre mot de passe ici, sous sept jours. Le lien ne sert qu’une fois :",
      link,
    ].join("\n"),
  });
  return sent === 1;
}
