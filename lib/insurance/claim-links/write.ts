import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import type { IdempotentWrite, TransactionContext, WorldContext } from "#lib/account/worlds/context.ts";
import type { Link } from "#lib/insurance/claim-links/find.ts";
import { isReadable } from "#lib/insurance/claim-links/rules/link.ts";
import type { LinkState } from "#lib/insurance/claim-links/rules/link.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** The link was revoked, or ended otherwise, before the change was written. */
export class LinkEnded extends Error {
  override name = "LinkEnded";
}

/** The context of the API's verbs for actions of the insured by a link: their events name the link. */
export function contextOf(link: Link, idempotency: IdempotentWrite): WorldContext & TransactionContext {
  const { id, worldId, now, realTime } = link;
  return { executionId: id, world: { id: worldId }, now, realTime, idempotency };
}

interface LockedLink extends Record<string, unknown>, LinkState {
  claimId: string | null;
}

/**
 * A change by a link, in the transaction of the change: first the link is locked and must still work, so that a revocation or the expiry
 * comes wholly before or after; last it notes what the change made of it. `once` is the answer under the caller's key.
 */
export class WriteByLink implements IdempotentWrite {
  readonly #link: Link;
  readonly #once: IdempotentWrite | undefined;
  readonly #declares: boolean;

  constructor(link: Link, { once, declares = false }: { once?: IdempotentWrite | undefined; declares?: boolean } = {}) {
    this.#link = link;
    this.#once = once;
    this.#declares = declares;
  }

  async open(tx: Transaction): Promise<void> {
    const [link] = await tx.execute<LockedLink>(sql`
      select l.claim_id, l.expires_at, l.revoked_at, p.status as "partnerStatus", k.erased_at
      from claim_links l join worlds w on w.id = l.world_id join partners p on p.id = w.partner_id left join claims k on k.id = l.claim_id
      where l.id = ${this.#link.id} for update of l`);
    if (link === undefined || link.claimId !== this.#link.claimId) throw new LinkEnded();
    if (!isReadable(link, currentTime())) throw new LinkEnded();
    await this.#once?.open(tx);
  }

  async store(tx: Transaction, answer: unknown): Promise<void> {
    const at = this.#link.realTime.toISOString();
    const { id } = this.#link;
    if (this.#declares) {
      await tx.execute(sql`update claim_links set claim_id = ${(answer as { id: string }).id}, last_seen_at = ${at} where id = ${id}`);
    } else {
      await tx.execute(sql`
        update claim_links l set last_seen_at = ${at},
          completed_at = case when k.status in ('draft', 'pending_info') then l.completed_at else ${at}::timestamptz end
        from claims k where l.id = ${id} and k.id = l.claim_id`);
    }
    await this.#once?.store(tx, answer);
  }

  forget(): void {
    this.#once?.forget();
  }
}
