import { sql } from "#db/client.ts";
import { attempt } from "#lib/deliveries/attempt.ts";
import { claimOne, releaseClaims, singly } from "#lib/deliveries/claim.ts";
import { giveBack } from "#lib/deliveries/hand-over.ts";
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
  const made = await attempt(sender, claimed, clock);
  if (made === null) {
    await releaseClaims(runner, [deliveryId]);
    return clock();
  }
  await settleAttempts(runner, [made], clock());
  return made.outcome.nextAttemptAt;
}

/** Leases run by the database's clock, which alone says how long one still lasts. */
async function findQueued(deliveryId: string, now: Date): Promise<Queued | undefined> {
  const [row] = await sql<{ isWanted: boolean; dueAt: string; heldForMs: number | null }[]>`
    select w.enabled and w.deleted_at is null as "isWanted", q.due_at as "dueAt", (
      select ceil(extract(epoch from max(o.claimed_until) - now()) * 1000)::int from delivery_queue o
      where o.webhook_id = q.webhook_id and o.claimed_until > now() and (o.delivery_id = q.delivery_id or not starts_with(o.claimed_by, ${singly}))
    ) as "heldForMs"
    from delivery_queue q join webhooks w on w.id = q.webhook_id where q.delivery_id = ${deliveryId}`;
  if (row === undefined) return undefined;
  const { isWanted, dueAt, heldForMs } = row;
  return { isWanted, dueAt: new Date(dueAt), othersUntil: heldForMs === null ? null : new Date(now.getTime() + heldForMs) };
}
