import { sql } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { expireCalls } from "#lib/calls/expire.ts";
import { expireDeliveries } from "#lib/deliveries/expire.ts";
import { expireAnswers } from "#lib/idempotency/stored-answers.ts";
import { expireHours } from "#lib/jobs/expire-hours.ts";
import { rememberReadiness } from "#lib/readiness/remember.ts";
import { expireSecurityEvents } from "#lib/security/watch.ts";
import { expireAttempts } from "#lib/users/limit-sign-in.ts";
import { expireSignIns } from "#lib/users/sign-in.ts";

/** Creates the partitions of the coming days and deletes expired rows. It is idempotent, and safe when two instances run it. */
export async function runMaintenance(now: Date): Promise<{ callDays: number; deliveryDays: number; hours: number; answers: number }> {
  await ensurePartitions(sql, now);
  await expireAttempts(now);
  await expireSignIns(now);
  await rememberReadiness(now);
  await expireSecurityEvents(now);
  const hours = await expireHours(now);
  const answers = await expireAnswers(now);
  return { callDays: await expireCalls(now), deliveryDays: await expireDeliveries(now), hours, answers };
}
