import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { describeDevice } from "#lib/account/users/rules/device-name.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { env } from "#lib/platform/env.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { Role } from "#lib/platform/roles.ts";

interface Person {
  name: string;
  email: string;
  /** Null for the operator's staff. */
  partnerId: string | null;
}

/** The role of an account that can be used; null before the invitation and while it is disabled. */
interface Change {
  before: Role | null;
  after: Role | null;
}

interface WrittenLink {
  subject: string;
  english: string;
  french: string;
}

const staffWords: Partial<Record<Role, readonly [string, string]>> = {
  administrator: ["administrator", "d’administrateur"],
  support: ["support", "de support"],
  handler: ["claim handler", "de gestionnaire"],
};

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

/**
 * E-mails the people who watch over the changed access, so that nobody changes it unseen: a partner's owners if a colleague becomes or
 * stops being an owner or a developer, who see keys; administrators and support for every change of the operator's staff. The person who
 * loses access is told too: the last owner would otherwise hear nothing of what follows.
 */
export async function mailAccessChange(tx: Transaction, ctx: ManagerContext, person: Person, change: Change): Promise<void> {
  const { email, partnerId } = person;
  const { before, after } = change;
  if (partnerId === null ? before === after : keysSeen(before) === keysSeen(after)) return;
  const watching = partnerId === null ? await listWatchingStaff(tx, ctx) : await listOwnerEmails(partnerId, tx);
  const to = [...watching.filter((address) => address !== email), ...(before === null ? [] : [email])];
  const { subject, english, french } =
    partnerId === null && ctx.actor.type === "staff"
      ? writeStaff(ctx.actor, person, after)
      : writePartner(await nameActor(tx, ctx), person, { before, after });
  const text = [english, "", french, "", ownAddress("/")].join("\n");
  await writeNotice(tx, { kind: "accountChanged", to, partnerId, subject, text }, ctx.now);
}

async function listWatchingStaff(tx: Transaction, { actor }: ManagerContext): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.role, ["administrator", "support"]), isNull(users.disabledAt)));
  return rows.filter(({ id }) => id !== actor.userId).map(({ email }) => email);
}

/** Names the actor in English and French: support, or an owner by name. */
async function nameActor(tx: Transaction, { actor }: ManagerContext): Promise<readonly [string, string]> {
  if (actor.type === "staff") return ["support", "le support"];
  const [acting] = await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.userId));
  return [acting?.name ?? actor.userId, acting?.name ?? actor.userId];
}

function keysSeen(role: Role | null): "all" | "development" | "none" {
  if (role === null || !isAmong("developer", role)) return "none";
  return role === "owner" ? "all" : "development";
}

function writePartner([by, par]: readonly [string, string], { name, email }: Person, { before, after }: Change): WrittenLink {
  const who = `${name} (${email})`;
  if (after === "owner") {
    return {
      subject: "New owner of your Covergate account / Nouveau propriétaire de votre compte Covergate",
      english: `${capitalize(by)} made ${who} an owner. Owners see everything, the Production keys included. Tell support if nobody of you asked for it.`,
      french: `${capitalize(par)} a nommé ${who} propriétaire. Les propriétaires voient tout, les clés de production comprises. Prévenez le support si personne chez vous ne l’a demandé.`,
    };
  }
  if (before !== "owner") {
    const [given, donne] =
      keysSeen(after) === "none" ? ["is no longer a developer", "n’est plus développeur"] : ["is a developer", "est développeur"];
    return {
      subject: "Access of a colleague changed / Accès d’un collègue modifié",
      english: `Since a change by ${by}, ${who} ${given}. Developers see calls, webhooks and the Development key. Tell support if nobody of you asked for it.`,
      french: `Depuis une modification par ${par}, ${who} ${donne}. Les développeurs voient les appels, les webhooks et la clé de développement. Prévenez le support si personne chez vous ne l’a demandé.`,
    };
  }
  return {
    subject: "An owner was removed from your Covergate account / Un propriétaire a été retiré de votre compte Covergate",
    english: `Since a change by ${by}, ${who} is no longer an owner. Tell support if nobody of you asked for it.`,
    french: `Depuis une modification par ${par}, ${who} n’est plus propriétaire. Prévenez le support si personne chez vous ne l’a demandé.`,
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function writeStaff(actor: StaffContext["actor"], { name, email }: Person, after: Role | null): WrittenLink {
  const who = `${name} (${email})`;
  const subject = "Access of a colleague changed / Accès d’un collègue modifié";
  const words = after === null ? undefined : staffWords[after];
  if (words === undefined) {
    return { subject, english: `${actor.name} suspended the account of ${who}.`, french: `${actor.name} a suspendu le compte de ${who}.` };
  }
  const [inEnglish, inFrench] = words;
  return {
    subject,
    english: `${actor.name} gave ${who} the role of ${inEnglish}.`,
    french: `${actor.name} a donné à ${who} le rôle ${inFrench}.`,
  };
}
