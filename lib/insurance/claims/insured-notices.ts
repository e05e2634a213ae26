import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import { noContact, reachOf } from "#lib/account/worlds/insured-contact.ts";
import type { InsuredContact } from "#lib/account/worlds/insured-contact.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { documentsInEnglish } from "#lib/insurance/claims/matrix-in-english.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { newsOf } from "#lib/insurance/claims/rules/insured-news.ts";
import type { InsuredNews } from "#lib/insurance/claims/rules/insured-news.ts";
import { env } from "#lib/platform/env.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { locales } from "#lib/platform/i18n/locales.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Message } from "#lib/platform/mail/write-notice.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import type { Moment } from "#lib/platform/time/clock.ts";

interface About {
  language: Language;
  /** The rental company, or the partner if it is unknown. */
  brandName: string;
  contact: InsuredContact;
  hasLink: boolean;
  /** The address of the insured, to whom a message of Development is not sent; null in Production. */
  insteadOf: string | null;
}

const french = {
  greeting: (firstName: string) => `Bonjour ${firstName},`,
  test: (email: string) => `Message de l’environnement de développement. En production, il serait envoyé à ${email}.`,
  receivedSubject: "Votre déclaration est reçue",
  received: "Nous avons reçu votre déclaration de sinistre. Un gestionnaire l’examine.",
  requestedSubject: "Il nous faut un document",
  requested: "Pour continuer, il nous faut :",
  refusedDocumentSubject: "Un document n’a pas été accepté",
  refusedDocument: "Nous n’avons pas pu accepter :",
  send: (reach: string) => `Envoyez-le par le lien que vous avez reçu. Si vous n’en avez plus, demandez-en un à ${reach}.`,
  acceptedSubject: "Votre demande a été acceptée",
  accepted: "Votre demande a été acceptée. Le paiement est en préparation.",
  refusedSubject: "Votre demande a été refusée",
  refused: "Votre demande a été refusée. Motif :",
  contest: (reach: string) =>
    `Si vous n’êtes pas d’accord, écrivez à ${reach}. Indiquez votre numéro de dossier et les raisons de revoir la décision.`,
  paidSubject: "Votre paiement est parti",
  paid: (amount: string, date: string) => `${amount} vous ont été versés le ${date}.`,
  follow: "Le lien que vous avez reçu montre où en est votre dossier.",
  questions: (reach: string) => `Une question ? ${reach}`,
  insurer: (reach: string) => `Assureur : ${reach}`,
  privacyAt: (addresses: string) => `Protection des données : ${addresses}`,
  privacy: (reach: string) =>
    `Vos données servent à traiter votre sinistre. Pour les consulter, les corriger ou les effacer, écrivez à ${reach}.`,
};

const english: typeof french = {
  greeting: (firstName) => `Hello ${firstName},`,
  test: (email) => `Message of the Development environment. In Production it would be sent to ${email}.`,
  receivedSubject: "Your claim was received",
  received: "We have received your claim. A handler looks at it.",
  requestedSubject: "We need a document",
  requested: "To go on, we need:",
  refusedDocumentSubject: "A document was not accepted",
  refusedDocument: "We could not accept:",
  send: (reach) => `Send it by the link that you received. If you no longer have one, ask ${reach}.`,
  acceptedSubject: "Your claim was accepted",
  accepted: "Your claim was accepted. The payment is being prepared.",
  refusedSubject: "Your claim was refused",
  refused: "Your claim was refused. The reason:",
  contest: (reach) => `If you disagree, write to ${reach}. Give your claim number and the reasons why the decision should be reviewed.`,
  paidSubject: "Your payment was sent",
  paid: (amount, date) => `${amount} was paid to you on ${date}.`,
  follow: "The link that you received shows how your claim stands.",
  questions: (reach) => `Questions? ${reach}`,
  insurer: (reach) => `Insurer: ${reach}`,
  privacyAt: (addresses) => `Data protection: ${addresses}`,
  privacy: (reach) => `Your data is used to handle your claim. To see, correct or erase it, write to ${reach}.`,
};

const textsIn: Record<Language, typeof french> = { en: english, fr: french };

interface Settings extends Record<string, unknown> {
  partnerId: string;
  environment: Environment;
  brandName: string;
  contact: InsuredContact | null;
  language: Language | null;
  /** True if the newest link of the claim can be read. */
  hasLink: boolean | null;
}

/**
 * Writes the messages to the insured about a change of their claim, in its transaction (rules/notices.md#insured-1): none without an
 * e-mail address, or where the partner has not turned them on. Those of Development go to the partner's owners.
 */
export async function writeInsuredNotices(tx: Transaction, before: Claim, change: ClaimChange, { realTime }: Moment): Promise<void> {
  const { claim } = change;
  const { email = "" } = claim.insured;
  const news = email === "" || claim.erasedAt !== null ? [] : newsOf(before, change);
  if (news.length === 0) return;
  const settings = await readSettings(tx, claim, realTime);
  if (settings === undefined) return;
  const { partnerId, environment, brandName, contact, language, hasLink } = settings;
  const to = environment === "production" ? [email] : await listOwnerEmails(partnerId, tx);
  const about = {
    brandName,
    contact: contact ?? noContact,
    language: language ?? "fr",
    hasLink: hasLink === true,
    insteadOf: environment === "production" ? null : email,
  };
  for (const [place, one] of news.entries()) {
    // One change is told of once; the next change of the claim has a later time.
    const cause = `${claim.id} ${claim.updatedAt.toISOString()} ${place}`;
    await writeNotice(tx, { kind: one.kind, to, partnerId, cause, ...writeNews(claim, one, about) }, realTime);
  }
}

async function readSettings(tx: Transaction, { id, worldId, uid }: Claim, realTime: Date): Promise<Settings | undefined> {
  const [row] = await tx.execute<Settings>(sql`
    select w.partner_id as "partnerId", w.environment, coalesce(r.company ->> 'company_name', p.name) as "brandName",
      p.insured_contact as contact, l.language, l.revoked_at is null and l.expires_at > ${realTime} as "hasLink"
    from worlds w join partners p on p.id = w.partner_id left join renters r on r.uid = ${uid}
      left join lateral (
        select language, revoked_at, expires_at from claim_links where claim_id = ${id} order by id desc limit 1
      ) l on true
    where w.id = ${worldId} and w.notifies_insured and p.status = 'active'`);
  return row;
}

/** The message to the insured, in plain text: no amount but that of a payment, and no address of a link, which is stored nowhere. */
function writeNews({ claimId, insured }: Claim, news: InsuredNews, { language, insteadOf, ...about }: About): Message {
  const texts = textsIn[language];
  const reach = reachOf(about.contact, about.brandName);
  const number = claimId ?? "";
  const { subject, lines } = sentencesOf(language, news, reach);
  const test = insteadOf === null ? [] : [texts.test(insteadOf), ""];
  const follow = about.hasLink ? [texts.follow] : [];
  return {
    subject: insteadOf === null ? `${subject} · ${number}` : `[Development] ${subject} · ${number}`,
    text: [...test, texts.greeting(insured.firstName), "", ...lines, ...follow, "", ...footOf(language, about)].join("\n"),
  };
}

function sentencesOf(language: Language, news: InsuredNews, reach: string): { subject: string; lines: string[] } {
  const texts = textsIn[language];
  switch (news.kind) {
    case "claimReceived":
      return { subject: texts.receivedSubject, lines: [texts.received] };
    case "documentRequested":
      return { subject: texts.requestedSubject, lines: [texts.requested, ...listOf(language, news.documents), texts.send(reach)] };
    case "documentRefused":
      return {
        subject: texts.refusedDocumentSubject,
        lines: [texts.refusedDocument, ...listOf(language, news.documents), texts.send(reach)],
      };
    case "claimDecided":
      return news.reason === null
        ? { subject: texts.acceptedSubject, lines: [texts.accepted] }
        : { subject: texts.refusedSubject, lines: [texts.refused, news.reason, "", texts.contest(reach)] };
    case "claimPaid":
      return { subject: texts.paidSubject, lines: [texts.paid(amountIn(language, news.amountCents), dateIn(language, news.paidAt))] };
  }
}

function listOf(language: Language, documents: readonly { type: string; note: string | null }[]): string[] {
  return documents.map(({ type, note }) => {
    const name = language === "fr" ? type : (documentsInEnglish[type] ?? type);
    return note === null || note === "" ? `- ${name}` : `- ${name}${language === "fr" ? " :" : ":"} ${note}`;
  });
}

/** The contacts and the notices of data protection, for messages and the foot of the page of a link (rules/notices.md#insured-4). */
export function footOf(language: Language, { brandName, contact }: Pick<About, "brandName" | "contact">): string[] {
  const texts = textsIn[language];
  const reach = reachOf(contact, brandName);
  const notices = [contact.privacyUrl, env.PRIVACY_URL ?? ""].filter((address) => address !== "");
  return [
    texts.questions(reach),
    ...(env.INSURED_CONTACT === undefined ? [] : [texts.insurer(env.INSURED_CONTACT)]),
    notices.length === 0 ? texts.privacy(reach) : texts.privacyAt(notices.join(" · ")),
  ];
}

/** An amount in euros, such as `186,40 €`. */
export function amountIn(language: Language, cents: Cents): string {
  return new Intl.NumberFormat(locales[language], { style: "currency", currency: "EUR" }).format(eurosFromCents(cents));
}

export function dateIn(language: Language, instant: Date): string {
  return withFirst(new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "Europe/Paris" }).format(instant));
}
