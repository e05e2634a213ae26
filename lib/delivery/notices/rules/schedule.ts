const minuteMs = 60_000;
const firstPausesMs = [1 * minuteMs, 5 * minuteMs, 30 * minuteMs] as const;
const laterPauseMs = 60 * minuteMs;
const keptMs = 48 * 60 * minuteMs;

/**
 * When a notice is sent again after its failed attempts: after 1, 5 and 30 minutes, then hourly for two days (rules/notices.md#send-3).
 * Null once that time is over.
 */
export function nextAttemptAt(attempts: number, { createdAt, failedAt }: { createdAt: Date; failedAt: Date }): Date | null {
  const next = new Date(failedAt.getTime() + (firstPausesMs[attempts - 1] ?? laterPauseMs));
  return next.getTime() - createdAt.getTime() <= keptMs ? next : null;
}
