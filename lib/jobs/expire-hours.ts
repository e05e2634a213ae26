import { sql } from "#db/client.ts";

/** A year and a month, so that a chart can compare any month with the year before. */
const keptDays = 400;
const msPerDay = 86_400_000;

/** Deletes hourly counts older than 400 days; returns how many rows. */
export async function expireHours(now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * msPerDay).toISOString();
  const { count: ofCalls } = await sql`delete from call_hours where hour < ${before}`;
  const { count: ofErrors } = await sql`delete from error_hours where hour < ${before}`;
  const { count: ofDeliveries } = await sql`delete from delivery_hours where hour < ${before}`;
  const { count: ofWebhooks } = await sql`delete from webhook_hours where hour < ${before}`;
  return ofCalls + ofErrors + ofDeliveries + ofWebhooks;
}
