import { and, asc, eq, inArray } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import type { DeveloperContext, PortalContext } from "#lib/account/worlds/context.ts";
import { countCalls } from "#lib/developer/alerts/evaluate.ts";
import { formatsOf, listPeople, pathOfCause, tellCause, words } from "#lib/developer/alerts/message.ts";
import type { AlertRule, ToldAlert } from "#lib/developer/alerts/message.ts";
import { hasEnoughCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { alertKindNames } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertChannel, AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { maskAlertUrl, openAlertUrl } from "#lib/developer/alerts/secrets.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

const recentShown = 20;

/** An alert as developers see it. The URL is masked: nothing gives it away again. */
export interface AlertRow extends Pick<
  AlertRule,
  "id" | "kind" | "threshold" | "recipients" | "language" | "timeZone" | "enabled" | "failingSince" | "lastFailure" | "lastSentAt"
> {
  channel: AlertChannel;
  url: string | null;
  /** How many causes last, and since when the oldest does; null without one. */
  present: { count: number; since: Date } | null;
  /** True for an error rate while too few calls were made to judge it. */
  hasTooFewCalls: boolean;
}

/** A cause that was found. */
export interface RecentAlert {
  id: string;
  kind: AlertKind;
  /** What, and since when, in the viewer's language and zone. */
  text: string;
  /** The page that shows it, below the environment. */
  path: string;
  endedAt: Date | null;
  sentAt: Date | null;
  /** Null with `sentAt` while the message waits for its next attempt. */
  droppedAt: Date | null;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  isDeveloper: boolean;
}

/** By an IANA name. */
export interface AlertViewer {
  language: Language;
  timeZone: string;
}

export interface AlertsOverview {
  rules: AlertRow[];
  /** The latest of all rules. */
  recent: RecentAlert[];
  /** Whom e-mails can go to. */
  people: Person[];
}

/** Lists the alerts of a world, their latest causes, and the possible recipients (rules/alerts.md#rules-1). */
export async function list({ world, realTime }: DeveloperContext, viewer: AlertViewer): Promise<AlertsOverview> {
  const [rules, present, callsOf, recent, people] = await Promise.all([
    db.select().from(alertRules).where(isShown(world.id)).orderBy(asc(alertRules.id)),
    sql<{ ruleId: string; count: number; since: Date }[]>`
      select a.rule_id, count(*)::int as count, min(a.since) as since from alerts a join alert_rules r on r.id = a.rule_id
      where r.world_id = ${world.id} and r.enabled and a.ended_at is null group by a.rule_id`,
    countCalls(db, [world.id], realTime),
    listRecent(world, viewer),
    listPeople(world.id),
  ]);
  const presentOf = new Map(present.map(({ ruleId, ...cause }) => [ruleId, cause]));
  const isEnough = hasEnoughCalls(callsOf(world.id));
  const rows = rules.map((rule) => ({
    ...toRow(rule, presentOf.get(rule.id) ?? null),
    hasTooFewCalls: rule.kind === "errorRate" && !isEnough,
  }));
  return { rules: rows, recent, people };
}

/** Rules of a kind that a former release had do nothing. */
const isShown = (worldId: number) => and(eq(alertRules.worldId, worldId), inArray(alertRules.kind, alertKindNames));

type RecentRow = Omit<RecentAlert, "text" | "path"> & ToldAlert;

async function listRecent({ id }: Pick<PortalContext["world"], "id">, viewer: AlertViewer): Promise<RecentAlert[]> {
  const formats = formatsOf(viewer, { namesZone: false });
  const rows = await sql<RecentRow[]>`
    select a.id, r.kind, a.since, a.detail, a.ended_at, a.sent_at, a.dropped_at
    from alert_rules r cross join lateral (
      select * from alerts where rule_id = r.id order by id desc limit ${recentShown}
    ) a where r.world_id = ${id} and r.kind = any(${alertKindNames}) order by a.id desc limit ${recentShown}`;
  return rows.map(({ detail, since, ...row }) => ({
    ...row,
    text: tellCause(words[viewer.language], detail, since, formats),
    path: pathOfCause({ detail, since }),
  }));
}

function toRow(rule: AlertRule, present: AlertRow["present"]): Omit<AlertRow, "hasTooFewCalls"> {
  const { id, kind, threshold, recipients, language, timeZone, enabled, failingSince, lastFailure, lastSentAt } = rule;
  const shown = { id, kind, threshold, recipients, language, timeZone, enabled, failingSince, lastFailure, lastSentAt, present };
  if (rule.url === null) return { ...shown, channel: "mail", url: null };
  return { ...shown, channel: "webhook", url: maskAlertUrl(openAlertUrl(rule.url, id)) };
}
