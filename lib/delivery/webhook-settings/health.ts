import { sql } from "#db/client.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { findWebhook } from "#lib/delivery/webhooks/find.ts";
import type { NetworkErrorName } from "#lib/delivery/webhooks/network-error.ts";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import type { OverviewQuery } from "#lib/platform/traffic/ranges.ts";
import { periodOf, sumUp } from "#lib/platform/traffic/traffic.ts";
import type { ClassCount } from "#lib/platform/traffic/traffic.ts";

const maxOutages = 5;

export interface AttemptFigures {
  attempts: number;
  /** Attempts without a 2xx. */
  failures: number;
  p95Ms: number | null;
}

export interface WebhookHealth {
  points: (AttemptFigures & { at: Date })[];
  total: AttemptFigures;
  /** The start of the present series of failures; null after a success. */
  failingSince: Date | null;
  consecutiveFailures: number;
  lastSucceededAt: Date | null;
  lastFailure: { at: Date; statusCode: number | null; error: NetworkErrorName | null } | null;
  /** The latest outages of an hour or more, newest first. */
  outages: { beganAt: Date; endedAt: Date | null }[];
  /** Deliveries cancelled since it was last disabled, and the oldest of them; null for none (lib/delivery/deliveries/expire-held.ts). */
  dropped: { count: number; since: Date } | null;
}

interface State {
  failingSince: Date | null;
  consecutiveFailures: number;
  lastSucceededAt: Date | null;
  lastFailedAt: Date | null;
  lastStatusCode: number | null;
  lastError: NetworkErrorName | null;
}

/** The health of a webhook; NotFound if this world has none of that id. */
export async function readHealth(
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  webhookId: string,
  { range, timeZone }: OverviewQuery,
): Promise<WebhookHealth> {
  await findWebhook(world, webhookId);
  const period = periodOf(range, chooseTimeZone(timeZone), now);
  const since = period.timeWindows[0]?.from ?? now;
  const [counts, [state], outages, [dropped]] = await Promise.all([
    sql<{ hour: Date; durationClass: number; attempts: string; failures: string }[]>`
      select hour, duration_class, attempts, failures from webhook_hours
      where webhook_id = ${webhookId} and hour >= ${since}`,
    sql<State[]>`
      select failing_since, consecutive_failures, last_succeeded_at,
        last_failed_at, last_status_code, last_error
      from webhook_health where webhook_id = ${webhookId}`,
    sql<{ beganAt: Date; endedAt: Date | null }[]>`
      select began_at, ended_at from webhook_outages
      where webhook_id = ${webhookId} order by began_at desc limit ${maxOutages}`,
    sql<{ count: number; since: Date }[]>`
      select dropped::float8 as count, since from webhook_drops where webhook_id = ${webhookId}`,
  ]);
  const figures = sumUp(
    period,
    period.timeWindows.map(({ from, until }) => ({
      calls: counts
        .filter(({ hour }) => hour >= from && hour < until)
        .map(({ durationClass, attempts, failures }): ClassCount => [durationClass, Number(attempts), Number(failures)]),
      deliveries: {},
    })),
  );
  const attemptsOf = ({ calls, errors, p95Ms }: (typeof figures)["total"]): AttemptFigures => ({
    attempts: calls,
    failures: errors,
    p95Ms,
  });
  const lastFailedAt = state?.lastFailedAt ?? null;
  return {
    points: figures.points.map((point) => ({ at: point.at, ...attemptsOf(point) })),
    total: attemptsOf(figures.total),
    failingSince: state?.failingSince ?? null,
    consecutiveFailures: state?.consecutiveFailures ?? 0,
    lastSucceededAt: state?.lastSucceededAt ?? null,
    lastFailure:
      lastFailedAt === null ? null : { at: lastFailedAt, statusCode: state?.lastStatusCode ?? null, error: state?.lastError ?? null },
    outages,
    dropped: dropped ?? null,
  };
}
