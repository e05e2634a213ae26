import { perProcess } from "#lib/platform/process/per-process.ts";

/** A read that takes less is made anew each time. */
const cheapMs = 50;
/** What a costly read is kept for, in times of what it took: it then takes half a percent of a connection, however many repeat it. */
const factor = 200;
const longestMs = 5 * 60_000;

interface Kept {
  result: Promise<unknown>;
  /** Undefined while it is under way. */
  until: number | undefined;
}

const reads = perProcess("sharedReads", () => new Map<string, Kept>());

/** Reads, or shares what somebody reads right now or has read not long ago; a failure is shared by those who waited for it alone. */
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
