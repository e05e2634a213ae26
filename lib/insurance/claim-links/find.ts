import { timingSafeEqual } from "node:crypto";
import { sql } from "#db/client.ts";
import type { Logo } from "#db/schema/partners.ts";
import { noContact } from "#lib/account/worlds/insured-contact.ts";
import type { InsuredContact } from "#lib/account/worlds/insured-contact.ts";
import { hashToken, isToken } from "#lib/insurance/claim-links/create.ts";
import { isReadable } from "#lib/insurance/claim-links/rules/link.ts";
import type { LinkState } from "#lib/insurance/claim-links/rules/link.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { momentOf } from "#lib/platform/time/clock.ts";
import type { Moment } from "#lib/platform/time/clock.ts";

/** A link that can be read now, with the moment of its world. */
export interface Link extends Moment {
  id: string;
  worldId: number;
  /** Null until the insured has declared the loss by a link of a contract. */
  claimId: string | null;
  /** The contract of a link of a contract; null for a link of a claim. */
  cid: string | null;
  cpid: string | null;
  language: Language;
  returnUrl: string | null;
  contact: InsuredContact;
  /** The look of the page: the rental company's, with the partner's color or logo if it has none. */
  brand: { name: string; color: string | null; logo: Logo | null };
}

interface Row extends LinkState, Omit<Link, "now" | "realTime" | "brand" | "contact"> {
  contact: InsuredContact | null;
  tokenHash: string;
  clockOffsetMs: string;
  clockPausedAt: Date | null;
  brandName: string;
  brandColor: string | null;
  logo: Logo | null;
}

/** Finds a link by its token; undefined for an unknown, expired or revoked one, which nobody can tell apart. */
export async function findByToken(token: string, realTime: Date): Promise<Link | undefined> {
  if (!isToken(token)) return undefined;
  const hash = hashToken(token);
  const [row] = await sql<Row[]>`
    select l.id, l.token_hash, l.world_id, l.claim_id, l.cid, l.cpid, l.language,
      l.return_url, l.expires_at, l.revoked_at, p.status as "partnerStatus", k.erased_at,
      w.clock_offset_ms, w.clock_stands_at as "clockPausedAt",
      coalesce(r.company ->> 'company_name', p.name) as "brandName", coalesce(nullif(r.brand_color, ''), nullif(p.brand_color, '')) as "brandColor",
      coalesce(r.logo, p.logo) as logo, p.insured_contact as contact
    from claim_links l join worlds w on w.id = l.world_id join partners p on p.id = w.partner_id
      left join claims k on k.id = l.claim_id left join contracts c on c.cid = coalesce(l.cid, k.cid) left join renters r on r.uid = c.uid
    where l.token_hash = ${hash}`;
  if (row === undefined || !isSame(row.tokenHash, hash)) return undefined;
  if (!isReadable(row, realTime)) return undefined;
  const { clockOffsetMs, clockPausedAt, brandName, brandColor, logo } = row;
  const clock = { offsetMs: Number(clockOffsetMs), pausedAt: clockPausedAt };
  const { id, worldId, claimId, cid, cpid, language, returnUrl } = row;
  return {
    id,
    worldId,
    claimId,
    cid,
    cpid,
    language,
    returnUrl,
    contact: row.contact ?? noContact,
    brand: { name: brandName, color: brandColor, logo },
    ...momentOf(clock, realTime),
  };
}

function isSame(stored: string, computed: string): boolean {
  return stored.length === computed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(computed));
}

/** How often the last use is noted, at most. */
const notedEveryMs = 60_000;

/** Notes that a link was used; its page was opened where `opened`. */
export async function noteUse({ id, realTime }: Pick<Link, "id" | "realTime">, { opened = false } = {}): Promise<void> {
  const before = new Date(realTime.getTime() - notedEveryMs).toISOString();
  const at = realTime.toISOString();
  await sql`
    update claim_links set last_seen_at = ${at}, opened_at = coalesce(opened_at, case when ${opened} then ${at}::timestamptz end)
    where id = ${id} and (last_seen_at is null or last_seen_at < ${before} or (${opened} and opened_at is null))`;
}
