import type { Transaction } from "#db/client.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

const occasions = {
  invitation: {
    subject: "Your Covergate account / Votre compte Covergate",
    english: "you are invited to Covergate. Choose your password here, within seven days. The link works once:",
    french: "vous êtes invité à rejoindre Covergate. Choisissez votre mot de passe ici, sous sept jours. Le lien ne sert qu’une fois :",
  },
  newPassword: {
    subject: "Choose a new password / Choisissez un nouveau mot de passe",
    english:
      "support was asked for a new password for your account. Choose it here, within seven days. The link works once. If it was not you who asked, tell support; your password works until then:",
    french:
      "un nouveau mot de passe a été demandé au support pour votre compte. Choisissez-le ici, sous sept jours. Le lien ne sert qu’une fois. Si ce n’était pas vous, prévenez le support ; votre mot de passe reste valable :",
  },
} as const;

/** Mails a one-time link to the person it is for, in both languages, since theirs is unknown. */
export async function mailPasswordLink(
  tx: Transaction,
  occasion: keyof typeof occasions,
  { email, name, partnerId }: { email: string; name: string; partnerId: string | null },
  { token, now }: { token: Token; now: Date },
): Promise<void> {
  const { subject, english, french } = occasions[occasion];
  const link = ownAddress(`/password/${token}`);
  const text = [`Hello ${name},`, english, link, "", `Bonjour ${name},`, french, link].join("\n");
  await writeNotice(tx, { kind: "invitation", to: [email], partnerId, subject, text }, now);
}
