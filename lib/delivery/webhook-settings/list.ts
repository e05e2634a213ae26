import { sql } from "#db/client.ts";
import { fromJson } from "#db/rows.ts";
import { deliveries } from "#db/schema/deliveries.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { overviewJoins, overviewText } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryOverview } from "#lib/delivery/deliveries/overview.ts";
import type { Webhook } from "#lib/delivery/webhooks/find.ts";
import { maskUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { startOfLastDay } from "#lib/platform/traffic/traffic.ts";

/** Attempts of the last 24 hours, as on the page of the webhook: a replay that succeeds does not undo a failure. */
export interface WebhookHealth {
  succeeded: number;
  unsuccessful: number;
  /** From 0 to 1; null without attempts. */
  successRate: number | null;
  /** The start of the present series of failures; null after a success. */
  failingSince: Date | null;
  lastDelivery: DeliveryOverview | null;
}

/** The URL is without its query, which may hold a token. */
export type WebhookOverview = Webhook &
  WebhookHealth & { /** The name of the person who created it, where it is known. */ createdBy: string | null };

type Row = Webhook &
  Pick<WebhookOverview, "createdBy"> &
  Omit<WebhookHealth, "successRate" | "lastDelivery"> & {
    lastDelivery: Omit<DeliveryOverview, "nextAttemptAt" | "createdAt" | "updatedAt"> | null;
  };

/** Lists the webhooks of a world with their health, newest first; `maxWebhooks` keeps them to a page. */
export async function list({ world, realTime: now }: Pick<PortalContext, "world" | "realTime">): Promise<WebhookOverview[]> {
  const since = startOfLastDay(now);
  const rows = await sql<Row[]>`
    select hook.id, hook.name, hook.url, hook.enabled, hook.event_types as "eventTypes", hook.created_at as "createdAt", hook.updated_at as "updatedAt", maker.name as "createdBy",
      recent.succeeded, recent.unsuccessful, health.failing_since as "failingSince",
      (select row_to_json(last) from (
        select ${sql.unsafe(overviewText(now))} from (
          select * from deliveries where webhook_id = hook.id order by created_at desc, id desc limit 1
        ) r ${sql.unsafe(overviewJoins)}
      ) last) as "lastDelivery"
    from webhooks hook left join users maker on maker.id = hook.created_by left join webhook_health health on health.webhook_id = hook.id cross join lateral (
      select coalesce(sum(attempts - failures), 0)::int as succeeded, coalesce(sum(failures), 0)::int as unsuccessful
      from webhook_hours h where h.webhook_id = hook.id and h.hour >= ${since}
    ) recent
    where hook.world_id = ${world.id} and hook.deleted_at is null order by hook.id desc`;
  return rows.map(toOverview);
}

const { nextAttemptAt, createdAt, updatedAt } = deliveries;
const toDelivery = fromJson({ nextAttemptAt, createdAt, updatedAt });

function toOverview({ url, lastDelivery, ...row }: Row): WebhookOverview {
  const total = row.succeeded + row.unsuccessful;
  return {
    ...row,
    url: maskUrl(url),
    successRate: total === 0 ? null : row.succeeded / total,
    lastDelivery: lastDelivery === null ? null : toDelivery(lastDelivery),
  };
}
