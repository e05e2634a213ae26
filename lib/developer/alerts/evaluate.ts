import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import type { AlertDetail } from "#db/schema/alerts.ts";
import { notices } from "#db/schema/notices.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import type { AlertRule } from "#lib/developer/alerts/find.ts";
import { judgeErrorRate } from "#lib/developer/alerts/rules/error-rate.ts";
import type { HourOfCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { alertKindNames } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { newId } from "#lib/platform/ids.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";

const everyMs = 45_000;
const batchSize = 100;
const keptDays = 90;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Evaluates the due rules: writes an alert for each new cause and ends those whose cause is over; returns the number of rules. A rule
 * is locked while its causes are read, so that an instance with older facts ends and repeats nothing. Rules of suspended partners wait.
 */
export async function evaluateAlerts(now: Date, options: BatchOptions = {}): Promise<number> {
  return processBatches({
    job: "evaluateAlerts",
    now,
    batchSize,
    ...options,
    run: (limit, setAside, picked) =>
      db.transaction(async (tx) => {
        const due = await lockDue(tx, now, limit, setAside);
        const ids = due.map(({ id }) => id);
        picked(ids);
        if (ids.length === 0) return [];
        const active = due.filter(({ isActive }) => isActive);
        await write(tx, active, await findCauses(tx, active, now), now);
        await tx.execute(sql`update ${alertRules} set check_at = ${at(now.getTime() + everyMs)} where id = any(${sql.param(ids)}::text[])`);
        return ids;
      }),
  });
}

type DueRule = Pick<AlertRule, "id" | "worldId" | "kind" | "threshold"> & { isActive: boolean };

async function lockDue(tx: Transaction, now: Date, limit: number, setAside: readonly string[]): Promise<DueRule[]> {
  return tx.execute<DueRule & Record<string, unknown>>(sql`
    select r.id, r.world_id, r.kind, r.threshold, p.status = 'active' as is_active
    from ${alertRules} r join ${worlds} w on w.id = r.world_id join ${partners} p on p.id = w.partner_id
    where r.enabled and r.kind = any(${sql.param(alertKindNames)}::text[]) and r.check_at <= ${at(now)} and r.id <> all(${sql.param(setAside)}::text[])
    order by r.check_at, r.id limit ${limit} for no key update of r skip locked`);
}

/** A cause that a rule finds. */
interface Cause {
  ruleId: string;
  /** Names it within the rule. */
  cause: string;
  since: Date;
  /** Absent for a cause that keeps an open alert open, and begins none. */
  detail?: AlertDetail;
}

/** Begins alerts of new causes, ends those whose cause is over, and has the new ones sent. */
async function write(tx: Transaction, rules: readonly DueRule[], causes: readonly Cause[], now: Date): Promise<void> {
  const rows = causes.map(({ ruleId, ...cause }) => ({ ...cause, id: newId("alert"), rule_id: ruleId }));
  const begun = await tx.execute<{ ruleId: string }>(sql`
    with present as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as p (id text, rule_id text, cause text, since timestamptz, detail jsonb)
    ), ended as (
      update alerts a set ended_at = ${at(now)} where a.rule_id = any(${sql.param(rules.map(({ id }) => id))}::text[]) and a.ended_at is null
        and not exists (select from present p where p.rule_id = a.rule_id and p.cause = a.cause)
    )
    insert into alerts (id, rule_id, cause, since, detail, created_at)
    select id, rule_id, cause, since, detail, ${at(now)}::timestamptz from present where detail is not null
    on conflict (rule_id, cause) where ended_at is null do nothing returning rule_id`);
  await writeNotices(tx, [...new Set(begun.map(({ ruleId }) => ruleId))], now);
}

/** Makes the notices of rules due: a rule has one, and what fails meanwhile waits for its next attempt. */
async function writeNotices(tx: Transaction, ruleIds: readonly string[], now: Date): Promise<void> {
  if (ruleIds.length === 0) return;
  const notice = { kind: "alert", cause: "alert", subject: "", createdAt: now, dueAt: now };
  await tx
    .insert(notices)
    .values(ruleIds.map((recipient) => ({ ...notice, id: newId("ntc"), recipient })))
    .onConflictDoUpdate({
      target: [notices.kind, notices.cause, notices.recipient],
      targetWhere: sql`${notices.cause} is not null`,
      // A new time of creation shows the sending run that there is more to send.
      set: {
        createdAt: now,
        dueAt: sql`coalesce(${notices.dueAt}, excluded.due_at)`,
        attempts: sql`case when ${notices.dueAt} is null then 0 else ${notices.attempts} end`,
        sentAt: null,
        failedAt: null,
      },
    });
}

/** The most causes of one rule; the oldest ones stay the same until they end. */
const maxCauses = 200;

/** Finds the causes of rules of any kind. Claims go by the world's clock, the rest by real time. */
async function findCauses(tx: Transaction, rules: readonly DueRule[], now: Date): Promise<Cause[]> {
  const causes: Cause[] = [];
  for (const [kind, ofKind] of Map.groupBy(rules, (rule) => rule.kind)) {
    const statement = statements[kind];
    if (statement === null) causes.push(...(await findErrorRates(tx, ofKind, now)));
    else causes.push(...(await tx.execute<Cause & Record<string, unknown>>(statement(asTable(ofKind), sql`${at(now)}::timestamptz`))));
  }
  return causes;
}

/** The rules as a table `r`, so that one statement serves them all. */
function asTable(rules: readonly DueRule[]): SQL {
  const rows = rules.map(({ id, worldId, threshold }) => ({ id, world_id: worldId, threshold: threshold ?? 0 }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (id text, world_id int, threshold int)`;
}

/** Selects rule, cause, since and detail for each kind. Rules of `errorRate` are judged by lib/developer/alerts/rules/error-rate.ts. */
const statements: Record<AlertKind, ((rules: SQL, now: SQL) => SQL) | null> = {
  errorRate: null,
  webhookFailing: (rules, now) => sql`
    select r.id as rule_id, w.id as cause, h.failing_since as since,
      jsonb_build_object('kind', 'webhookFailing', 'webhookId', w.id, 'name', w.name, 'attempts', h.consecutive_failures) as detail
    from ${rules} join webhooks w on w.world_id = r.world_id and w.deleted_at is null and w.enabled
      join webhook_health h on h.webhook_id = w.id
    where h.failing_since <= ${now} - r.threshold * interval '1 minute'`,
  keyUnused: (rules, now) => sql`
    select r.id as rule_id, k.id as cause, coalesce(k.last_used_at, k.created_at) as since,
      jsonb_build_object('kind', 'keyUnused', 'keyId', k.id, 'preview', k.preview) as detail
    from ${rules} join api_keys k on k.world_id = r.world_id and k.revoked_at is null
      and (k.expires_at is null or (k.name is not null and k.expires_at > ${now}))
    where coalesce(k.last_used_at, k.created_at) <= ${now} - r.threshold * interval '1 day'`,
  // Replaced keys that are used after the grace period, and keys in use that no longer work, which is another cause. A key that was not
  // presented for a day is no longer in use.
  keyOutdated: (rules, now) => sql`
    select r.id as rule_id, k.id || case when k.works then ' replaced' else ' refused' end as cause, k.last_used_at as since,
      jsonb_build_object('kind', 'keyOutdated', 'keyId', k.id, 'preview', k.preview, 'works', k.works, 'endsAt', k.ends_at) as detail
    from ${rules} join lateral (
      select o.id, preview, last_used_at, ends_at, ends_at > ${now} as works,
        (select min(n.created_at) from api_keys n where n.world_id = o.world_id and n.name is null and o.name is null and n.created_at > o.created_at) as replaced_at
      from api_keys o cross join lateral (select least(revoked_at, expires_at) as ends_at) e where o.world_id = r.world_id and ends_at is not null
    ) k on k.last_used_at > ${now} - interval '1 day'
      and k.last_used_at > case when k.works then k.replaced_at + r.threshold * interval '1 hour' else k.ends_at end`,
  claimWaiting: (rules, now) => sql`
    select r.id as rule_id, c.id as cause, c.status_since as since,
      jsonb_build_object('kind', 'claimWaiting', 'id', c.id, 'number', coalesce(c.claim_id, c.id)) as detail
    from ${rules} join worlds w on w.id = r.world_id cross join lateral (
      select id, claim_id, status_since from claims where world_id = r.world_id and status = 'pending_info'
        and status_since <= coalesce(w.clock_stands_at, ${now} + w.clock_offset_ms * interval '1 millisecond') - r.threshold * interval '1 day'
      order by status_since, id limit ${maxCauses}
    ) c`,
};

async function findErrorRates(tx: Transaction, rules: readonly DueRule[], now: Date): Promise<Cause[]> {
  const worldIds = rules.map(({ worldId }) => worldId);
  const callsOf = await countCalls(tx, worldIds, now);
  return rules.flatMap(({ id: ruleId, worldId, threshold }): Cause[] => {
    const verdict = judgeErrorRate(callsOf(worldId), threshold ?? 0, now);
    if (!verdict.isHigh) return verdict.mayLast ? [{ ruleId, cause: "errors", since: now }] : [];
    const { since, calls, errors } = verdict;
    return [{ ruleId, cause: "errors", since, detail: { kind: "errorRate", calls, errors } }];
  });
}

/** Counts the calls of each world in the present hour so far, and in the hour before. */
export async function countCalls(
  tx: Pick<Transaction, "execute">,
  worldIds: readonly number[],
  now: Date,
): Promise<(worldId: number) => { present: HourOfCalls; before: HourOfCalls }> {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const rows = await tx.execute<{ worldId: number; hour: Date; calls: number; errors: number }>(sql`
    select world_id, hour, sum(calls)::int as calls, sum(errors)::int as errors from call_hours
    where world_id = any(${sql.param(worldIds)}::int[]) and hour >= ${at(hour - hourMs)} and hour <= ${at(hour)}
    group by world_id, hour`);
  const countOf = (worldId: number, of: number) =>
    rows.find((row) => row.worldId === worldId && row.hour.getTime() === of) ?? { calls: 0, errors: 0 };
  return (worldId) => ({ present: countOf(worldId, hour), before: countOf(worldId, hour - hourMs) });
}

/** Deletes alerts whose cause has been over for 90 days; returns how many. */
export async function expireAlerts(now: Date): Promise<number> {
  const { count } = await pool`delete from alerts where ended_at < ${new Date(now.getTime() - keptDays * dayMs)}`;
  return count;
}

function at(moment: Date | number): string {
  return new Date(moment).toISOString();
}
