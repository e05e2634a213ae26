import { sql } from "#db/client.ts";
import { columnsWithout, fromJson, jsonOf } from "#db/rows.ts";
import { deliveryAttempts } from "#db/schema/deliveries.ts";
import type { PortalContext, World } from "#lib/account/worlds/context.ts";
import { isCallKept, overviewJoins, overviewText } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryOverview } from "#lib/delivery/deliveries/overview.ts";
import type { AttemptTrigger } from "#lib/delivery/deliveries/schema.ts";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";
import { deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import { maskUrl } from "#lib/delivery/webhooks/rules/callback-url.ts";
import { signatureHeaders, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

/** Bounds the page: an attempt holds up to 16 KiB of response, and replays are unlimited. */
const maxAttempts = 50;

export interface DeliveryAttempt {
  number: number;
  trigger: AttemptTrigger;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  /** Null if there was no response; `error` and `errorDetail` then say why. */
  statusCode: number | null;
  error: NetworkErrorName | null;
  errorDetail: string | null;
  responseBody: string | null;
  responseTruncated: boolean;
}

export interface DeliveryDetail extends DeliveryOverview {
  /** Without its query, which may hold a token. */
  webhookUrl: string;
  webhookDeleted: boolean;
  webhookEnabled: boolean;
  executionId: string | null;
  /** False for a call that has expired or was not recorded. */
  isCallKept: boolean;
  /** The exact body of every attempt; null once the event has expired. */
  payload: string | null;
  /** The latest attempts, oldest first. */
  history: DeliveryAttempt[];
}

type StoredAttempt = Omit<DeliveryAttempt, "startedAt" | "requestHeaders"> & { signature: string | null };
type Row = Omit<DeliveryDetail, "history"> & { history: StoredAttempt[] };

const attemptColumns = columnsWithout(deliveryAttempts, "deliveryId");
const toAttempt = fromJson({ startedAt: deliveryAttempts.startedAt });

/** A delivery of this world in detail; NotFound if there is none of that id. */
export async function read(
  { world, realTime: now }: Pick<PortalContext, "realTime"> & { world: Pick<World, "id"> },
  deliveryId: string,
): Promise<DeliveryDetail> {
  const [row] = await sql<Row[]>`
    select ${sql.unsafe(overviewText(now))}, w.url as "webhookUrl", w.deleted_at is not null as "webhookDeleted", w.enabled as "webhookEnabled", e.execution_id, ${sql.unsafe(isCallKept)} as "isCallKept", e.payload,
      (select coalesce(json_agg(${sql.unsafe(jsonOf(attemptColumns, "a"))} order by a.number), '[]')
        from (select * from delivery_attempts where delivery_id = ${deliveryId} order by number desc limit ${maxAttempts}) a) as history
    from deliveries r ${sql.unsafe(overviewJoins)} left join events e on e.id = r.event_id where r.id = ${deliveryId} and r.world_id = ${world.id}`;
  if (row === undefined) throw new NotFound(`there is no delivery ${deliveryId}`, { key: "noDelivery" });
  const { eventId } = row;
  const history = row.history.map((stored) => {
    const { signature, ...attempt } = toAttempt(stored);
    const signed = signature === null ? {} : signatureHeaders({ id: eventId, timestamp: timestampOf(attempt.startedAt) }, signature);
    return { ...attempt, requestHeaders: { ...deliveryHeaders({ eventId, deliveryId, attempt: attempt.number }), ...signed } };
  });
  return { ...row, webhookUrl: maskUrl(row.webhookUrl), history };
}
