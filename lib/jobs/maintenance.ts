import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { expireCalls } from "#lib/calls/expire.ts";
import { expireDeliveries } from "#lib/deliveries/expire.ts";
import { expireAnswers } from "#lib/idempotency/stored-answers.ts";
import { expireHours } from "#lib/jobs/expire-hours.ts";
import { rememberReadiness } from "#lib/readiness/remember.ts";
import { expireAttempts } from "#lib/users/expire-attempts.ts";

/** Makes room for the days to come and forgets those that are past keeping. Done again, or by two at once, it does nothing more. */
export async function runMaintenance(now: Date): Promise<{ callDays: number; deliveryDays: number; hours: number; answers: number }> {
  await ensurePartitions(sql, now);
  await expireAttempts(now);
  await rememberReadiness(now);
  const hours = await expireHours(now);
  const answers = await expireAnswers(now);
  return { callDays: await expireCalls(now), deliveryDays: await expireDeliveries(now), hours, answers };
}
