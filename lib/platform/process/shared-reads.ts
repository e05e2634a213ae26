import { onReset, perProcess } from "#lib/platform/process/reset.ts";

/** A read that takes less is made anew each time. */
const cheapMs = 50;
/** A costly result is kept for this multiple of its duration: its reads then take half a percent of a connection. */
const factor = 200;
const longestMs = 5 * 60_000;

interface Kept {
  result: Promise<unknown>;
  /** Undefined while it is under way. */
  until: number | undefined;
}

const reads = perProcess("sharedReads", () => new Map<string, Kept>());
onReset(() => reads.clear());

/** Shares a running or recent read, or starts one; a failure is shared by those who waited for it alone. */
export function shareRead<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
  const known = reads.get(key);
  const started = performance.now();
  if (known !== undefined && (known.until === undefined || known.until > started)) return known.result as Promise<Result>;
  for (const [each, { until }] of reads) if (until !== undefined && until <= started) reads.delete(each);
  const kept: Kept = { result: read(), until: undefined };
  reads.set(key, kept);
  const forget = () => void (reads.get(key) === kept && reads.delete(key));
  kept.result.then(() => {
    const costMs = performance.now() - started - cheapMs;
    if (costMs <= 0) forget();
    else kept.until = performance.now() + Math.min(costMs * factor, longestMs);
  }, forget);
  return kept.result as Promise<Result>;
}
