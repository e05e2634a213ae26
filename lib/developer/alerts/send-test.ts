import { db } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import { openSender } from "#lib/delivery/webhooks/open-sender.ts";
import { targetsOf } from "#lib/developer/alerts/channels.ts";
import type { AlertFailure } from "#lib/developer/alerts/channels.ts";
import { findRule } from "#lib/developer/alerts/find.ts";
import { writeTest } from "#lib/developer/alerts/message.ts";
import { recordOutcome } from "#lib/developer/alerts/outcome.ts";
import { newId } from "#lib/platform/ids.ts";

export type TestOutcome = { isSent: true } | { isSent: false; failure: AlertFailure };

/** Sends a message marked as a test to all recipients of an alert, even in quiet hours and while it is off; returns the results. */
export async function sendTest(ctx: DeveloperContext, ruleId: string): Promise<TestOutcome> {
  const { world, realTime: now } = ctx;
  const rule = await findRule(world, ruleId);
  const message = writeTest(rule, world.environment, newId("alert"));
  const sender = openSender();
  try {
    const targets = await targetsOf(rule, sender, now);
    const failures = await Promise.all(targets.map(({ send }) => send(message)));
    const failure = targets.length === 0 ? "noRecipients" : failures.find((each) => each !== undefined);
    await db.transaction(async (tx) => {
      await recordOutcome(tx, rule, now, failure);
      await recordAudit(tx, ctx, { action: "alert.tested", subjectId: ruleId, details: { failure: failure ?? null } });
    });
    return failure === undefined ? { isSent: true } : { isSent: false, failure };
  } finally {
    await sender.close();
  }
}
