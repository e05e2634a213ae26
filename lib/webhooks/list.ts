import { sql } from "#db/client.ts";
import type { PortalContext } from "#lib/context.ts";
import { overviewJoins, overviewText, reviveOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryOverview, StoredOverview } from "#lib/deliveries/overview.ts";
import { startOfLastDay } from "#lib/overview/rules/traffic.ts";
import type { Webhook } from "#lib/webhooks/find.ts";
import { maskUrl } from "#lib/webhooks/rules/callback-url.ts";

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
export type WebhookOverview = Webhook & WebhookHealth;

interface Stored extends Omit<Webhook, "createdAt" | "updatedAt"> {
  failingSince: string | null;
  createdAt: string;
  updatedAt: string;
  succeeded: number;
  unsuccessful: number;
  lastDelivery: StoredOverview | null;
}

/** Lists the webhooks of a world with their health, newest first; `maxWebhooks` keeps them to a page. */
export async function list({ world, realTime: now }: Pick<PortalContext, "world" | "realTime">): Promise<WebhookOverview[]> {
  const since = startOfLastDay(now).toISOString();
  const rows = await sql<Stored[]>`
    select hook.id, hook.name, hook.url, hook.enabled, hook.event_types as "eventTypes", hook.created_at as "createdAt", hook.updated_at as "updatedAt",
      recent.succeeded, recent.unsuccessful, health.failing_since as "failingSince",
      (select row_to_json(last) from (
        select ${sql.unsafe(overviewText(now))} from (
          select * from deliveries where webhook_id = hook.id order by created_at desc, id desc limit 1
        ) r ${sql.unsafe(overviewJoins)}
      ) last) as "lastDelivery"
    from webhooks hook left join webhook_health health on health.webhook_id = hook.id cross join lateral (
      select coalesce(sum(attempts - failures), 0)::int as succeeded, coalesce(sum(failures), 0)::int as unsuccessful
      from webhook_hours h where h.webhook_id = hook.id and h.hour >= ${since}::timestamptz
    ) recent
    where hook.world_id = ${world.id} and hook.deleted_at is null order by hook.id desc`;
  return rows.map(revive);
}

function revive({ createdAt, updatedAt, url, failingSince, lastDelivery, ...row }: Stored): WebhookOverview {
  const sent = row.succeeded + row.unsuccessful;
  return {
    ...row,
    url: maskUrl(url),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    failingSince: failingSince === null ? null : new Date(failingSince),
    successRate: sent === 0 ? null : row.succeeded / sent,
    lastDelivery: lastDelivery === null ? null : reviveOverview(lastDelivery),
  };
}
