import { evaluateAlerts } from "#lib/alerts/evaluate.ts";
import { sendAlerts } from "#lib/alerts/send.ts";

/** Finds what people asked to be told of, and tells them. A job. */
export async function tellAlerts(now: Date, signal?: AbortSignal): Promise<{ evaluated: number; sent: number }> {
  const evaluated = await evaluateAlerts(now, { signal });
  return { evaluated, sent: await sendAlerts(now, signal) };
}
