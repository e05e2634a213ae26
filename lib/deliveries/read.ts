import { sql } from "#db/client.ts";
import type { PortalContext, World } from "#lib/context.ts";
import { overviewJoins, overviewText, reviveOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryOverview, StoredOverview } from "#lib/deliveries/overview.ts";
import type { AttemptTrigger } from "#lib/deliveries/schema.ts";
import { NotFound } from "#lib/refusal.ts";
import type { NetworkFault } from "#lib/webhooks/network-failure.ts";
import { deliveryHeaders } from "#lib/webhooks/post.ts";
import { maskUrl } from "#lib/webhooks/rules/callback-url.ts";
import { signatureHeaders, timestampOf } from "#lib/webhooks/rules/signature.ts";

/** Bounds the page: an attempt holds up to 16 KiB of response, and replays are unlimited. */
const maxAttempts = 50;

export interface DeliveryAttempt {
  number: number;
  trigger: AttemptTrigger;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  /** Null where there was no response; `error` and `errorDetail` then say why. */
  statusCode: number | null;
  error: NetworkFault | null;
  errorDetail: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

export interface DeliveryDetail extends DeliveryOverview {
  /** Without its query, which may hold a token. */
  webhookUrl: string;
  webhookDeleted: boolean;
  executionId: string | null;
  /** The exact body of every attempt; null once the event has expired. */
  payload: string | null;
  /** The latest attempts, oldest first. */
  history: DeliveryAttempt[];
}

type StoredAttempt = Omit<DeliveryAttempt, "startedAt" | "requestHeaders"> & { startedAt: string; signature: string | null };
type StoredDetail = StoredOverview &
  Pick<DeliveryDetail, "webhookUrl" | "webhookDeleted" | "executionId" | "payload"> & { history: StoredAttempt[] };

/** A delivery of this world in detail (portal.md § Partner side, Deliveries); NotFound where there is none of that id. */
export async function read(
  { world, realTime: now }: Pick<PortalContext, "realTime"> & { world: Pick<World, "id"> },
  deliveryId: string,
): Promise<DeliveryDetail> {
  const [row] = await sql<StoredDetail[]>`
    select ${sql.unsafe(overviewText(now))}, w.url as "webhookUrl", w.deleted_at is not null as "webhookDeleted", e.execution_id as "executionId", e.payload,
      (select coalesce(json_agg(json_build_object('number', a.number, 'trigger', a.trigger, 'startedAt', a.started_at, 'durationMs', a.duration_ms,
          'statusCode', a.status_code, 'error', a.error, 'errorDetail', a.error_detail, 'responseBody', a.response_body,
          'responseTruncated', a.response_truncated, 'signature', a.signature) order by a.number), '[]')
        from (select * from delivery_attempts where delivery_id = ${deliveryId} order by number desc limit ${maxAttempts}) a) as history
    from deliveries r ${sql.unsafe(overviewJoins)} left join events e on e.id = r.event_id where r.id = ${deliveryId} and r.world_id = ${world.id}`;
  if (row === undefined) throw new NotFound(`there is no delivery ${deliveryId}`, { key: "noDelivery" });
  const { eventId } = row;
  const history = row.history.map(({ signature, ...attempt }) => {
    const startedAt = new Date(attempt.startedAt);
    const signed = signature === null ? {} : signatureHeaders({ id: eventId, timestamp: timestampOf(startedAt) }, signature);
    return { ...attempt, startedAt, requestHeaders: { ...deliveryHeaders({ eventId, deliveryId, attempt: attempt.number }), ...signed } };
  });
  return { ...reviveOverview(row), webhookUrl: maskUrl(row.webhookUrl), history };
}
