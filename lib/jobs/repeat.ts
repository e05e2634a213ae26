import { log } from "#lib/log.ts";

interface Repeated {
  /** For the log. */
  job: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  everyMs: number;
  /** The signal says that the process is to end: the run is waited for, and leaves what it can. */
  run: (signal: AbortSignal) => Promise<unknown>;
}

/** How long a wake waits for others, which are then answered by the same run. */
const wakeMs = 20;

export interface Repeating {
  /** Runs soon, unless the last run failed: then the next regular one tries again. */
  wake(): void;
  /** Starts no more runs, tells the one under way to come to its end, and waits for it. */
  stop(): Promise<void>;
}

/** Runs a job at once and again and again, never two runs at a time. A run that fails is logged, and the next one tries again. */
export function repeat({ job, everyMs, run }: Repeated): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let hasFailed = false;
  const stopping = new AbortController();

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(start, delayMs);
  }

  function start(): void {
    isWoken = false;
    running = runOnce().finally(() => {
      running = undefined;
      if (!stopping.signal.aborted) schedule(isWoken && !hasFailed ? wakeMs : everyMs);
    });
  }

  async function runOnce(): Promise<void> {
    try {
      await run(stopping.signal);
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
      if (running === undefined && !hasFailed) schedule(wakeMs);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
