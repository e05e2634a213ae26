import { log } from "#lib/platform/log/log.ts";
import { withoutSpan } from "#lib/platform/traces/spans.ts";

interface Repeated {
  job: string;
  /** From the end of one run to the start of the next. */
  everyMs: number | (() => number);
  /** When the signal aborts, the process is ending and waits for the run. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

/** How long a wake-up waits for others, which then share a run. */
const wakeDelayMs = 20;
/** At least this long after a failure, which mostly is a database that is away, and fills the log. */
const retryMs = 2_000;

export interface Repeating {
  /** Runs soon; a while after a failure. */
  wake(): void;
  /** Aborts the run in progress, waits for it, and starts no more. */
  stop(): Promise<void>;
}

/** Runs a job now and then periodically, one run at a time. A failed run is logged. */
export function repeat({ job, everyMs, run }: Repeated): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let hasFailed = false;
  const stopping = new AbortController();

  const soonMs = () => (hasFailed ? retryMs : wakeDelayMs);

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(start, delayMs);
  }

  function start(): void {
    isWoken = false;
    running = runOnce().finally(() => {
      running = undefined;
      if (stopping.signal.aborted) return;
      const restMs = typeof everyMs === "number" ? everyMs : everyMs();
      schedule(isWoken ? soonMs() : hasFailed ? Math.max(restMs, retryMs) : restMs);
    });
  }

  async function runOnce(): Promise<void> {
    try {
      // The caller that wakes a job may have a span of its own.
      await withoutSpan(() => run(stopping.signal));
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      log.error({ job, error }, "a job failed; its next run tries again");
    }
  }

  schedule(0);
  return {
    wake() {
      if (isWoken || stopping.signal.aborted) return;
      isWoken = true;
      if (running === undefined) schedule(soonMs());
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
