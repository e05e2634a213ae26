import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import type { AlertFailure } from "#lib/alerts/channels.ts";
import type { AlertRule } from "#lib/alerts/find.ts";

const minuteMs = 60_000;
/** After each failure in a row; the last one repeats. */
const pausesMs = [1 * minuteMs, 5 * minuteMs, 30 * minuteMs, 60 * minuteMs] as const;

/** Records how an attempt to reach all of a rule went, and says when what still waits may be sent. The lease stays: a test has none. */
export async function recordOutcome(tx: Transaction, rule: AlertRule, now: Date, failure: AlertFailure | undefined): Promise<void> {
  const outcome =
    failure === undefined
      ? { failures: 0, failingSince: null, lastFailure: null, lastSentAt: now, sendAt: now }
      : {
          failures: rule.failures + 1,
          failingSince: rule.failingSince ?? now,
          lastFailure: failure,
          sendAt: new Date(now.getTime() + (pausesMs[Math.min(rule.failures, pausesMs.length - 1)] ?? 0)),
        };
  await tx.update(alertRules).set(outcome).where(eq(alertRules.id, rule.id));
}
