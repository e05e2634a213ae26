import { isTransient } from "#db/driver.ts";
import { log } from "#lib/platform/log/log.ts";
import { onReset } from "#lib/platform/process/reset.ts";

export interface BatchOptions {
  batchSize?: number | undefined;
  /** When it aborts, no further batch begins. */
  signal?: AbortSignal | undefined;
}

interface Work extends BatchOptions {
  job: string;
  now: Date;
  /** Ends after a batch that is not full: rows that become due meanwhile wait for the next run, which does more of them at once. */
  untilShort?: boolean;
  /** Processes up to `limit` due rows in one transaction and returns their ids; calls `picked` with the rows that it locked. */
  run: (limit: number, setAside: readonly string[], picked: (ids: readonly string[]) => void) => Promise<readonly string[]>;
}

const defaultBatchSize = 500;
const restMs = 5 * 60_000;

/** When failed rows are retried, by job and id. Each process keeps its own. */
const resting = new Map<string, Map<string, Date>>();
onReset(() => resting.clear());

/**
 * Processes due rows in batches; returns how many. The rows of a failed batch are retried one by one, and a row that fails alone is set
 * aside for 5 minutes. Rejects when the database fails; the rows stay due.
 */
export async function processBatches({ job, now, batchSize = defaultBatchSize, signal, untilShort = false, run }: Work): Promise<number> {
  const failing = keepResting(job, now);
  const setAside = [...failing.keys()];
  let done = 0;
  let oneByOne = 0;
  while (signal?.aborted !== true) {
    let ids: readonly string[] = [];
    try {
      const worked = new Set(await run(oneByOne > 0 ? 1 : batchSize, setAside, (picked) => (ids = picked)));
      if (ids.length === 0) return done;
      done += worked.size;
      // Another runner processed the others just before they were locked.
      setAside.push(...ids.filter((id) => !worked.has(id)));
      if (untilShort && oneByOne === 0 && ids.length < batchSize) return done;
      oneByOne = Math.max(0, oneByOne - 1);
    } catch (error) {
      const [first] = ids;
      // Not the fault of a row: the database is unavailable, or others hold locks.
      if (first === undefined || isTransient(error)) throw error;
      log.error(
        { job, ids: ids.length, first, error },
        ids.length === 1 ? "a row was set aside" : "a batch failed; its rows are done one by one",
      );
      if (ids.length > 1) {
        oneByOne = ids.length;
        continue;
      }
      failing.set(first, new Date(now.getTime() + restMs));
      setAside.push(first);
    }
  }
  return done;
}

function keepResting(job: string, now: Date): Map<string, Date> {
  const rest = [...(resting.get(job) ?? [])].filter(([, until]) => until > now);
  const failing = new Map(rest);
  resting.set(job, failing);
  return failing;
}
