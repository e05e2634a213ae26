import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { alertRules } from "#db/schema/alerts.ts";
import type { AlertFailure } from "#lib/developer/alerts/channels.ts";
import type { AlertRule } from "#lib/developer/alerts/find.ts";

/** Records how an attempt to reach all of a rule went, which the page of alerts shows. */
export async function recordOutcome(tx: Transaction, rule: AlertRule, now: Date, failure: AlertFailure | undefined): Promise<void> {
  const outcome =
    failure === undefined
      ? { failures: 0, failingSince: null, lastFailure: null, lastSentAt: now }
      : {
          failures: rule.failures + 1,
          failingSince: rule.failingSince ?? now,
          lastFailure: failure,
        };
  await tx.update(alertRules).set(outcome).where(eq(alertRules.id, rule.id));
}
