import type { Transaction } from "#db/client.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { describeDevice } from "#lib/account/users/rules/device-name.ts";
import { env } from "#lib/platform/env.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";

const changes = {
  passwordChanged: ["Your password was changed", "Votre mot de passe a été changé"],
  passkeyAdded: ["A passkey was added to your account", "Une clé d’accès a été ajoutée à votre compte"],
  passkeyRemoved: ["A passkey was removed from your account", "Une clé d’accès a été supprimée de votre compte"],
  appAdded: ["An authenticator app was added to your account", "Une application d’authentification a été ajoutée à votre compte"],
  appRemoved: ["The authenticator app was removed from your account", "L’application d’authentification a été supprimée de votre compte"],
  factorsRemoved: ["Support removed your second factors", "Le support a supprimé vos seconds facteurs"],
} as const;

interface Recipient {
  email: string;
  /** Null for staff of the operator. */
  partnerId: string | null;
}

interface Occurrence {
  at: Date;
  address: string | null;
}

/** Tells a user of a sign-in from a new device, in the transaction of the sign-in. */
export async function mailNewDevice(
  tx: Transaction,
  user: Recipient,
  { userAgent, ...occurrence }: Occurrence & { userAgent: string },
): Promise<void> {
  const { browser, system } = describeDevice(userAgent);
  const device = [browser, system].filter((part) => part !== "").join(", ");
  await write(
    tx,
    "newDevice",
    user,
    writeMail(["New sign-in to your account", "Nouvelle connexion à votre compte"], { ...occurrence, device }),
    occurrence.at,
  );
}

/** Tells a user of a change of their account, in the transaction of the change. */
export async function mailChange(tx: Transaction, user: Recipient, change: keyof typeof changes, occurrence: Occurrence): Promise<void> {
  await write(tx, "accountChanged", user, writeMail(changes[change], { ...occurrence, device: "" }), occurrence.at);
}

/** Does the same for users who change their own account. */
export function mailOwnChange(tx: Transaction, { user, now, address }: PersonContext, change: keyof typeof changes): Promise<void> {
  return mailChange(tx, { email: user.email, partnerId: user.partner?.id ?? null }, change, { at: now, address });
}

function write(
  tx: Transaction,
  kind: "newDevice" | "accountChanged",
  { email, partnerId }: Recipient,
  message: Message,
  now: Date,
): Promise<void> {
  return writeNotice(tx, { kind, to: [email], partnerId, ...message }, now);
}

/** In both languages, since the user's language is unknown. */
function writeMail([english, french]: readonly [string, string], { at, address, device }: Occurrence & { device: string }): Message {
  const facts = [`${at.toISOString().slice(0, 16).replace("T", " ")} UTC`, device, address ?? ""].filter((fact) => fact !== "").join(" · ");
  return {
    subject: `${english} / ${french}`,
    text: [
      `${english}.`,
      facts,
      "If that was you, there is nothing to do. If not, sign in, end the session under Settings, Security, change your password, and tell support.",
      "",
      `${french}.`,
      facts,
      "Si c’était vous, vous n’avez rien à faire. Sinon, connectez-vous, terminez la session sous Paramètres, Sécurité, changez de mot de passe et prévenez le support.",
      "",
      env.BASE_URL ?? `http://localhost:${env.PORT}`,
    ].join("\n"),
  };
}
