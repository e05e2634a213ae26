import { isTransient } from "#db/driver.ts";
import { log } from "#lib/log.ts";

/** How a job goes about its rows; the usual where it is left out. */
export interface Pace {
  batchSize?: number | undefined;
  /** Says that no further batch is to begin: what is left is due as it was. */
  signal?: AbortSignal | undefined;
}

interface Work extends Pace {
  /** For the log. */
  job: string;
  now: Date;
  /**
   * Does up to `limit` due rows in one transaction, those set aside apart, and answers which it did. Names the rows to
   * `picked` once it has locked them, so that it is known who was at work when something fails.
   */
  run: (limit: number, setAside: readonly string[], picked: (ids: readonly string[]) => void) => Promise<readonly string[]>;
}

const usualBatchSize = 500;
const restMs = 5 * 60_000;

/** When rows that fail are tried again, by their jobs and ids. Another process finds out by itself. */
const resting = new Map<string, Map<string, Date>>();

/**
 * Does due rows batch by batch until none is left or it is told to stop, and answers how many it did. The rows of a batch that fails are done one by
 * one, and one that fails by itself is logged and set aside for 5 minutes: it cannot keep the others from being done. Where the
 * database failed it rejects, and the rows are due as they were.
 */
export async function processBatches({ job, now, batchSize = usualBatchSize, signal, run }: Work): Promise<number> {
  const failing = wake(job, now);
  const setAside = [...failing.keys()];
  let done = 0;
  let oneByOne = 0;
  while (signal?.aborted !== true) {
    let ids: readonly string[] = [];
    try {
      const worked = new Set(await run(oneByOne > 0 ? 1 : batchSize, setAside, (picked) => (ids = picked)));
      if (ids.length === 0) return done;
      done += worked.size;
      // Somebody did the others just before they were locked.
      setAside.push(...ids.filter((id) => !worked.has(id)));
      oneByOne = Math.max(0, oneByOne - 1);
    } catch (error) {
      const [first] = ids;
      // It is not a row's fault: the database is away, or others were in the way.
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

/** The rows of a job that rest at `now`. */
function wake(job: string, now: Date): Map<string, Date> {
  const rest = [...(resting.get(job) ?? [])].filter(([, until]) => until > now);
  const failing = new Map(rest);
  resting.set(job, failing);
  return failing;
}
