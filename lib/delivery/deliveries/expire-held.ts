import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { listOwnerEmails } from "#lib/account/users/owners.ts";
import { countEnded } from "#lib/delivery/deliveries/record.ts";
import { env } from "#lib/platform/env.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

const batchSize = 1_000;
const dayMs = 86_400_000;

interface Limits {
  days?: number;
  most?: number;
}

/**
 * Cancels what disabled webhooks were not sent: deliveries older than `HELD_DELIVERY_DAYS`, and the oldest above `HELD_DELIVERIES`; returns
 * how many. They can be recovered while they are kept. Owners are told once of each time that a webhook is disabled. A webhook that is
 * enabled meanwhile sends everything.
 */
export async function expireHeld(now: Date, { days = env.HELD_DELIVERY_DAYS, most = env.HELD_DELIVERIES }: Limits = {}): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  const disabled = await db.execute<{ id: string }>(sql`
    select w.id from webhooks w
    where not w.enabled and w.deleted_at is null and exists (select from delivery_queue q where q.webhook_id = w.id) order by w.id`);
  let dropped = 0;
  for (const { id } of disabled) {
    for (let count = batchSize; count === batchSize;) {
      count = await dropBatch(id, { before, most, now });
      dropped += count;
    }
  }
  await noticeDrops(now);
  return dropped;
}

/** The webhook's row is locked first, so that enabling it, which locks it as well, comes before or after a batch. */
function dropBatch(webhookId: string, { before, most, now }: { before: Date; most: number; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const [held] = await tx.execute<{ count: number }>(sql`
      select (select count(*)::int from delivery_queue q where q.webhook_id = w.id) as count from webhooks w
      where w.id = ${webhookId} and not w.enabled and w.deleted_at is null for no key update`);
    if (held === undefined) return 0;
    const [gone] = await tx.execute<{ count: number }>(sql`
      with oldest as (
        select delivery_id, row_number() over (order by q.event_id) as place, d.created_at
        from delivery_queue q join deliveries d on d.id = q.delivery_id where q.webhook_id = ${webhookId}
        order by q.event_id limit ${batchSize}
      ), gone as (
        delete from delivery_queue where delivery_id in (
          select delivery_id from delivery_queue
          where delivery_id in (select delivery_id from oldest where place <= ${held.count - most} or created_at < ${before})
          order by delivery_id for update
        ) returning delivery_id
      ), ended as (
        update deliveries set status = 'cancelled', next_attempt_at = null, updated_at = ${now}
        where id in (select delivery_id from gone) returning world_id, status, updated_at, test, created_at
      ), counted as (${sql.raw(countEnded)}), noted as (
        insert into webhook_drops as noted (webhook_id, since, dropped, last_dropped_at)
        select ${webhookId}::text, min(created_at), count(*), ${now}::timestamptz from ended having count(*) > 0
        on conflict (webhook_id) do update
          set since = least(noted.since, excluded.since), dropped = noted.dropped + excluded.dropped, last_dropped_at = excluded.last_dropped_at
      )
      select count(*)::int as count from ended`);
    return gone?.count ?? 0;
  });
}

interface Drop {
  webhookId: string;
  name: string;
  partnerId: string;
  environment: Environment;
  dropped: number;
  since: Date;
}

async function noticeDrops(now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const noticed = await tx.execute<{ [Name in keyof Drop]: Drop[Name] }>(sql`
    update webhook_drops d set noticed_at = ${now} from webhooks w join worlds v on v.id = w.world_id
    where d.noticed_at is null and w.id = d.webhook_id and w.deleted_at is null
    returning w.id as "webhookId", w.name, v.partner_id, v.environment, d.dropped::float8 as dropped, d.since`);
    for (const drop of noticed) {
      const { partnerId } = drop;
      const to = await listOwnerEmails(partnerId, tx);
      await writeNotice(tx, { kind: "deliveriesDropped", to, partnerId, ...dropMail(drop) }, now);
    }
  });
}

/** In both languages, since the owner's language is unknown. */
function dropMail({ webhookId, name, environment, dropped, since }: Drop): { subject: string; text: string } {
  const link = ownAddress(`/${environment}/webhooks/${webhookId}`);
  const day = since.toISOString().slice(0, 10);
  return {
    subject: `Deliveries of a disabled webhook are dropped: ${name}`,
    text: [
      `The webhook "${name}" is disabled. ${dropped} of its deliveries, the oldest of ${day}, waited for too long and were cancelled; the next ones will be when they are as old. Enable it, and use Recover to send again what is still kept:`,
      link,
      "",
      `Le webhook « ${name} » est désactivé. ${dropped} de ses livraisons, la plus ancienne du ${day}, ont attendu trop longtemps et ont été annulées ; les suivantes le seront au même âge. Réactivez-le et utilisez « Récupérer » pour renvoyer ce qui est encore conservé :`,
      link,
    ].join("\n"),
  };
}
