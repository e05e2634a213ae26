import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import type { AlertDetail } from "#db/schema/alerts.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import type { AlertRule } from "#lib/developer/alerts/message.ts";
import { judgeErrorRate } from "#lib/developer/alerts/rules/error-rate.ts";
import type { HourOfCalls } from "#lib/developer/alerts/rules/error-rate.ts";
import { alertKindNames } from "#lib/developer/alerts/schema-kinds.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { writeAlertNotices } from "#lib/developer/alerts/send.ts";
import { newId } from "#lib/platform/ids.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";

const everyMs = 45_000;
const batchSize = 100;
const keptDays = 90;
const dayMs = 86_400_000;

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
        const next = new Date(now.getTime() + everyMs).toISOString();
        await tx.execute(sql`update ${alertRules} set check_at = ${next} where id = any(${sql.param(ids)}::text[])`);
        return ids;
      }),
  });
}

type DueRule = EvaluatedRule & { isActive: boolean };

async function lockDue(tx: Transaction, now: Date, limit: number, setAside: readonly string[]): Promise<DueRule[]> {
  return tx.execute<DueRule & Record<string, unknown>>(sql`
    select r.id, r.world_id, r.kind, r.threshold, p.status = 'active' as "isActive"
    from ${alertRules} r join ${worlds} w on w.id = r.world_id join ${partners} p on p.id = w.partner_id
    where r.enabled and r.kind = any(${sql.param(alertKindNames)}::text[]) and r.check_at <= ${now.toISOString()} and r.id <> all(${sql.param(setAside)}::text[])
    order by r.check_at, r.id limit ${limit} for no key update of r skip locked`);
}

async function write(tx: Transaction, rules: readonly EvaluatedRule[], causes: readonly Cause[], now: Date): Promise<void> {
  const rows = causes.map(({ ruleId, since, ...cause }) => ({ ...cause, id: newId("alert"), rule_id: ruleId, since: since.toISOString() }));
  const begun = await tx.execute<{ ruleId: string }>(sql`
    with present as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as p (id text, rule_id text, cause text, since timestamptz, begins boolean, detail jsonb)
    ), ended as (
      update alerts a set ended_at = ${at(now)} where a.rule_id = any(${sql.param(rules.map(({ id }) => id))}::text[]) and a.ended_at is null
        and not exists (select from present p where p.rule_id = a.rule_id and p.cause = a.cause)
    )
    insert into alerts (id, rule_id, cause, since, detail, created_at)
    select id, rule_id, cause, since, detail, ${at(now)}::timestamptz from present where begins
    on conflict (rule_id, cause) where ended_at is null do nothing returning rule_id`);
  await writeAlertNotices(tx, [...new Set(begun.map(({ ruleId }) => ruleId))], now);
}

/** Deletes alerts whose cause has been over for 90 days; returns how many. */
export async function expireAlerts(now: Date): Promise<number> {
  const { count } = await pool`delete from alerts where ended_at < ${new Date(now.getTime() - keptDays * dayMs)}`;
  return count;
}

/** A cause that a rule finds. If it does not begin now, it only keeps an open alert open. */
interface Cause {
  ruleId: string;
  /** Names it within the rule. */
  cause: string;
  since: Date;
  begins: boolean;
  detail: AlertDetail;
}

type EvaluatedRule = Pick<AlertRule, "id" | "worldId" | "kind" | "threshold">;
type Find = (tx: Transaction, rules: readonly EvaluatedRule[], now: Date) => Promise<Cause[]>;

/** The most causes of one rule; the oldest ones stay the same until they end. */
const maxCauses = 200;
const hourMs = 3_600_000;
/** A key that was not presented for so long is no longer in use. */
const forgottenMs = dayMs;

/** Finds the causes of rules of any kind. Claims go by the world's clock, the rest by real time. */
async function findCauses(tx: Transaction, rules: readonly EvaluatedRule[], now: Date): Promise<Cause[]> {
  const byKind = Map.groupBy(rules, ({ kind }) => kind);
  const causes: Cause[][] = [];
  for (const [kind, ofKind] of byKind) causes.push(await finders[kind](tx, ofKind, now));
  return causes.flat();
}

const finders: Record<AlertKind, Find> = {
  errorRate: findErrorRates,
  webhookFailing: findFailingWebhooks,
  keyUnused: findUnusedKeys,
  keyOutdated: findOutdatedKeys,
  claimWaiting: findWaitingClaims,
};

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

async function findErrorRates(tx: Transaction, rules: readonly EvaluatedRule[], now: Date): Promise<Cause[]> {
  const callsOf = await countCalls(
    tx,
    rules.map(({ worldId }) => worldId),
    now,
  );
  return rules.flatMap(({ id, worldId, threshold }): Cause[] => {
    const verdict = judgeErrorRate(callsOf(worldId), threshold ?? 0, now);
    const cause = { ruleId: id, cause: "errors" };
    if (verdict.isHigh) {
      const { since, calls, errors } = verdict;
      return [{ ...cause, since, begins: true, detail: { kind: "errorRate", calls, errors } }];
    }
    return verdict.mayLast ? [{ ...cause, since: now, begins: false, detail: { kind: "errorRate", calls: 0, errors: 0 } }] : [];
  });
}

async function findFailingWebhooks(tx: Transaction, rules: readonly EvaluatedRule[], now: Date): Promise<Cause[]> {
  const rows = await tx.execute<{ ruleId: string; webhookId: string; name: string; since: Date; attempts: number }>(sql`
    select r.id as "ruleId", w.id as "webhookId", w.name, h.failing_since as since, h.consecutive_failures as attempts
    from ${asTable(rules)} join webhooks w on w.world_id = r.world_id and w.deleted_at is null and w.enabled
      join webhook_health h on h.webhook_id = w.id
    where h.failing_since <= ${at(now)}::timestamptz - r.threshold * interval '1 minute'`);
  return rows.map(({ ruleId, since, ...detail }) => ({
    ruleId,
    cause: detail.webhookId,
    since,
    begins: true,
    detail: { kind: "webhookFailing", ...detail },
  }));
}

async function findUnusedKeys(tx: Transaction, rules: readonly EvaluatedRule[], now: Date): Promise<Cause[]> {
  const rows = await tx.execute<{ ruleId: string; keyId: string; preview: string; since: Date }>(sql`
    select r.id as "ruleId", k.id as "keyId", k.preview, coalesce(k.last_used_at, k.created_at) as since
    from ${asTable(rules)} join api_keys k on k.world_id = r.world_id and k.revoked_at is null
      and (k.expires_at is null or (k.name is not null and k.expires_at > ${at(now)}))
    where coalesce(k.last_used_at, k.created_at) <= ${at(now)}::timestamptz - r.threshold * interval '1 day'`);
  return rows.map(({ ruleId, since, keyId, preview }) => ({
    ruleId,
    cause: keyId,
    since,
    begins: true,
    detail: { kind: "keyUnused", keyId, preview },
  }));
}

/** Finds replaced keys that are still in use after the rule's grace period, and keys in use that no longer work. */
async function findOutdatedKeys(tx: Transaction, rules: readonly EvaluatedRule[], now: Date): Promise<Cause[]> {
  const rows = await tx.execute<{ ruleId: string; keyId: string; preview: string; endsAt: Date; works: boolean; since: Date }>(sql`
    select r.id as "ruleId", k.id as "keyId", k.preview, k.ends_at, k.ends_at > ${at(now)} as works, k.last_used_at as since
    from ${asTable(rules)} join lateral (
      select id, preview, last_used_at, least(revoked_at, expires_at) as ends_at,
        (select min(n.created_at) from api_keys n where n.world_id = o.world_id and n.name is null and o.name is null and n.created_at > o.created_at) as replaced_at
      from api_keys o where o.world_id = r.world_id and (o.revoked_at is not null or o.expires_at is not null)
    ) k on k.last_used_at > ${at(now.getTime() - forgottenMs)} and k.last_used_at > case
      when k.ends_at <= ${at(now)} then k.ends_at else k.replaced_at + r.threshold * interval '1 hour' end`);
  return rows.map(({ ruleId, since, endsAt, ...detail }) => ({
    ruleId,
    // That it no longer works is another cause than that it was replaced.
    cause: `${detail.keyId} ${detail.works ? "replaced" : "refused"}`,
    since,
    begins: true,
    detail: { kind: "keyOutdated", ...detail, endsAt: endsAt.toISOString() },
  }));
}

async function findWaitingClaims(tx: Transaction, rules: readonly EvaluatedRule[], now: Date): Promise<Cause[]> {
  const rows = await tx.execute<{ ruleId: string; id: string; number: string | null; since: Date }>(sql`
    select r.id as "ruleId", c.id, c.claim_id as number, c.status_since as since
    from ${asTable(rules)} join worlds w on w.id = r.world_id cross join lateral (
      select id, claim_id, status_since from claims where world_id = r.world_id and status = 'pending_info'
        and status_since <= coalesce(w.clock_stands_at, ${at(now)}::timestamptz + w.clock_offset_ms * interval '1 millisecond')
          - r.threshold * interval '1 day'
      order by status_since, id limit ${maxCauses}
    ) c`);
  return rows.map(({ ruleId, id, number, since }) => ({
    ruleId,
    cause: id,
    since,
    begins: true,
    detail: { kind: "claimWaiting", id, number: number ?? id },
  }));
}

/** The rules as a table `r`, so that one statement serves them all. */
function asTable(rules: readonly EvaluatedRule[]): SQL {
  const [ids, worldIds, thresholds] = [
    rules.map(({ id }) => id),
    rules.map(({ worldId }) => worldId),
    rules.map(({ threshold }) => threshold ?? 0),
  ];
  return sql`unnest(${sql.param(ids)}::text[], ${sql.param(worldIds)}::int[], ${sql.param(thresholds)}::int[]) as r (id, world_id, threshold)`;
}

function at(moment: Date | number): string {
  return new Date(moment).toISOString();
}
