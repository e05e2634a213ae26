import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { findCauses } from "#lib/developer/alerts/causes.ts";
import type { Cause, EvaluatedRule } from "#lib/developer/alerts/causes.ts";
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
    select r.id, r.world_id, r.kind, r.threshold, r.time_zone, r.created_at,
      p.status = 'active' as "isActive"
    from ${alertRules} r join ${worlds} w on w.id = r.world_id join ${partners} p on p.id = w.partner_id
    where r.enabled and r.check_at <= ${now.toISOString()} and r.id <> all(${sql.param(setAside)}::text[])
    order by r.check_at, r.id limit ${limit} for no key update of r skip locked`);
}

async function write(tx: Transaction, rules: readonly EvaluatedRule[], causes: readonly Cause[], now: Date): Promise<void> {
  const rows = causes.map(({ ruleId, since, ...cause }) => ({ ...cause, id: newId("alert"), rule_id: ruleId, since: since.toISOString() }));
  const at = now.toISOString();
  const begun = await tx.execute<{ ruleId: string }>(sql`
    with present as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as p (id text, rule_id text, cause text, since timestamptz, begins boolean, detail jsonb)
    ), ended as (
      update alerts a set ended_at = ${at} where a.rule_id = any(${sql.param(rules.map(({ id }) => id))}::text[]) and a.ended_at is null
        and not exists (select from present p where p.rule_id = a.rule_id and p.cause = a.cause)
    )
    insert into alerts (id, rule_id, cause, since, detail, created_at)
    select id, rule_id, cause, since, detail, ${at}::timestamptz from present where begins
    on conflict (rule_id, cause) where ended_at is null do nothing returning rule_id`);
  await writeAlertNotices(tx, [...new Set(begun.map(({ ruleId }) => ruleId))], now);
}

/** Deletes alerts whose cause has been over for 90 days; returns how many. */
export async function expireAlerts(now: Date): Promise<number> {
  const { count } = await pool`delete from alerts where ended_at < ${new Date(now.getTime() - keptDays * dayMs)}`;
  return count;
}
