import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import { noContact } from "#lib/account/worlds/insured-contact.ts";
import type { InsuredContact } from "#lib/account/worlds/insured-contact.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { writeNews } from "#lib/insurance/claims/insured-news-texts.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { newsOf } from "#lib/insurance/claims/rules/insured-news.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import type { Moment } from "#lib/platform/time/clock.ts";

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
