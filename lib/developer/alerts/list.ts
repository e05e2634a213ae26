import { db, sql } from "#db/client.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import { countCalls } from "#lib/developer/alerts/evaluate.ts";
import { listPeople } from "#lib/developer/alerts/find.ts";
import type { AlertRule, Person } from "#lib/developer/alerts/find.ts";
import { hasEnoughCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { alertKindNames } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertChannel } from "#lib/developer/alerts/schema-kinds.ts";
import { maskAlertUrl } from "#lib/developer/alerts/secrets.ts";
import type { ToldAlert } from "#lib/developer/alerts/texts.ts";

const recentShown = 20;

/** An alert as developers see it. */
export interface AlertRow extends Pick<
  AlertRule,
  "id" | "kind" | "threshold" | "recipients" | "language" | "timeZone" | "enabled" | "failingSince" | "lastFailure" | "lastSentAt"
> {
  channel: AlertChannel;
  /** Masked: nothing gives it away again. */
  url: string | null;
  /** Since when the oldest cause lasts; null without one. */
  presentSince: Date | null;
  /** True for an error rate while too few calls were made to judge it. */
  hasTooFewCalls: boolean;
}

/** A cause that was found. */
export interface RecentAlert extends ToldAlert {
  id: string;
  endedAt: Date | null;
  sentAt: Date | null;
  /** Null with `sentAt` while the message waits for its next attempt. */
  droppedAt: Date | null;
}

export interface AlertsOverview {
  rules: AlertRow[];
  /** The latest of all rules. */
  recent: RecentAlert[];
  /** Whom e-mails can go to. */
  people: Person[];
}

/**
 * Lists the alerts of a world, their latest causes, and the possible recipients (rules/alerts.md#rules-1). Rules of a kind that a former
 * release had do nothing.
 */
export async function list({ world, realTime }: DeveloperContext): Promise<AlertsOverview> {
  const [rules, recent, callsOf, people] = await Promise.all([
    sql<Omit<AlertRow, "channel" | "hasTooFewCalls">[]>`
      select id, kind, threshold, recipients, url, language, time_zone, enabled, failing_since, last_failure, last_sent_at,
        (select min(since) from alerts where rule_id = r.id and ended_at is null and r.enabled) as present_since
      from alert_rules r where world_id = ${world.id} and kind = any(${alertKindNames}) order by id`,
    sql<RecentAlert[]>`
      select a.id, a.since, a.detail, a.ended_at, a.sent_at, a.dropped_at
      from alert_rules r cross join lateral (
        select * from alerts where rule_id = r.id order by id desc limit ${recentShown}
      ) a where r.world_id = ${world.id} and r.kind = any(${alertKindNames}) order by a.id desc limit ${recentShown}`,
    countCalls(db, [world.id], realTime),
    listPeople(world.id),
  ]);
  const isEnough = hasEnoughCalls(callsOf(world.id));
  const rows = rules.map((rule): AlertRow => {
    const target =
      rule.url === null ? ({ channel: "mail" } as const) : { channel: "webhook" as const, url: maskAlertUrl(rule.url, rule.id) };
    return { ...rule, ...target, hasTooFewCalls: rule.kind === "errorRate" && !isEnough };
  });
  return { rules: rows, recent, people };
}
