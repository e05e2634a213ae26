import { sql } from "#db/client.ts";
import { attempt } from "#lib/deliveries/attempt.ts";
import { byIndex } from "#lib/deliveries/by-index.ts";
import { claimOne, isSendable, releaseClaims, singly } from "#lib/deliveries/claim.ts";
import { giveBack } from "#lib/deliveries/hand-over.ts";
import { inFlightPerWebhook } from "#lib/deliveries/rules/pace.ts";
import { decideTurn } from "#lib/deliveries/rules/turn.ts";
import type { Queued } from "#lib/deliveries/rules/turn.ts";
import { settleAttempts } from "#lib/deliveries/settle.ts";
import { newId } from "#lib/ids.ts";
import type { Sender } from "#lib/webhooks/post.ts";

/**
 * Does what there is to do now with one delivery: an attempt if it is due and nobody else is at it. Answers when to look
 * again, or null when there is nothing more to do: it is over, or waits for its webhook to be enabled.
 */
export async function takeTurn(deliveryId: string, sender: Sender, clock: () => Date): Promise<Date | null> {
  const turn = decideTurn(await findQueued(deliveryId, clock()), clock());
  switch (turn.action) {
    case "end":
      return null;
    case "wait":
      return turn.until;
    case "give back":
      await giveBack(deliveryId);
      return null;
    case "attempt":
      return attemptOnce(deliveryId, sender, clock);
  }
}

async function attemptOnce(deliveryId: string, sender: Sender, clock: () => Date): Promise<Date | null> {
  const runner = `${singly}${newId("run")}`;
  const claimed = await claimOne(runner, deliveryId, clock());
  // Somebody was first.
  if (claimed === undefined) return takeTurn(deliveryId, sender, clock);
  // Where the database took its time over the claim, too little of the lease is left.
  const made = isSendable(claimed, clock()) ? await attempt(sender, claimed, clock) : null;
  if (made === null) {
    await releaseClaims(runner, [deliveryId]);
    return clock();
  }
  await settleAttempts(runner, [made], clock());
  return made.outcome.nextAttemptAt;
}

/**
 * What keeps a delivery is a claim of its own, a runner that works its webhook, or as many requests in flight as there may be,
 * of which the first to end makes room. Leases run by the database's clock, which alone says how long one still lasts.
 */
async function findQueued(deliveryId: string, now: Date): Promise<Queued | undefined> {
  const isInTheWay = sql`(o.delivery_id = q.delivery_id or not starts_with(o.claimed_by, ${singly}))`;
  const [row] = await byIndex(
    (tx) => tx<{ isWanted: boolean; dueAt: string; heldForMs: number | null }[]>`
      select w.enabled and w.deleted_at is null as "isWanted", q.due_at as "dueAt", (
        select ceil(extract(epoch from coalesce(
          max(o.claimed_until) filter (where ${isInTheWay}), case when count(*) >= ${inFlightPerWebhook} then min(o.claimed_until) end
        ) - now()) * 1000)::int
        from delivery_queue o where o.webhook_id = q.webhook_id and o.claimed_until > now()
      ) as "heldForMs"
      from delivery_queue q join webhooks w on w.id = q.webhook_id where q.delivery_id = ${deliveryId}`,
  );
  if (row === undefined) return undefined;
  const { isWanted, dueAt, heldForMs } = row;
  return { isWanted, dueAt: new Date(dueAt), othersUntil: heldForMs === null ? null : new Date(now.getTime() + heldForMs) };
}
