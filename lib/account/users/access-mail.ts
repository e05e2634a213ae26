import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import { isAmong } from "#lib/account/users/rules/audience.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
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

interface WrittenLink {
  subject: string;
  english: string;
  french: string;
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
    subject: "An owner less of your Covergate account / Un propriétaire de moins de votre compte Covergate",
    english: `Since a change by ${by}, ${who} is no longer an owner. Tell support if nobody of you asked for it.`,
    french: `Depuis une modification par ${par}, ${who} n’est plus propriétaire. Prévenez le support si personne chez vous ne l’a demandé.`,
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const staffWords: Partial<Record<Role, readonly [string, string]>> = {
  administrator: ["administrator", "d’administrateur"],
  support: ["support", "de support"],
  handler: ["claim handler", "de gestionnaire"],
};

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
