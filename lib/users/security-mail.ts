import { env } from "#lib/env.ts";
import { sendMail } from "#lib/mail.ts";
import type { Mail } from "#lib/mail.ts";
import { describeDevice } from "#lib/users/rules/device-name.ts";

const changes = {
  passwordChanged: ["Your password was changed", "Votre mot de passe a été changé"],
  passkeyAdded: ["A passkey was added to your account", "Une clé d’accès a été ajoutée à votre compte"],
  passkeyRemoved: ["A passkey was removed from your account", "Une clé d’accès a été supprimée de votre compte"],
  appAdded: ["An authenticator app was added to your account", "Une application d’authentification a été ajoutée à votre compte"],
  appRemoved: ["The authenticator app was removed from your account", "L’application d’authentification a été supprimée de votre compte"],
  factorsRemoved: ["Support removed your second factors", "Le support a supprimé vos seconds facteurs"],
} as const;

interface Occurrence {
  at: Date;
  address: string | null;
}

/** Sends an e-mail about a new device, without waiting for the mail server. */
export function mailNewDevice(email: string, { userAgent, ...occurrence }: Occurrence & { userAgent: string }): void {
  const { browser, system } = describeDevice(userAgent);
  const device = [browser, system].filter((part) => part !== "").join(", ");
  send(email, ["New sign-in to your account", "Nouvelle connexion à votre compte"], { ...occurrence, device });
}

export function mailChange(email: string, change: keyof typeof changes, occurrence: Occurrence): void {
  send(email, changes[change], { ...occurrence, device: "" });
}

function send(email: string, words: readonly [string, string], occurrence: Occurrence & { device: string }): void {
  void sendMail({ to: [email], ...writeMail(words, occurrence) });
}

/** In both languages, since the user's language is unknown. */
function writeMail(
  [english, french]: readonly [string, string],
  { at, address, device }: Occurrence & { device: string },
): Omit<Mail, "to"> {
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
