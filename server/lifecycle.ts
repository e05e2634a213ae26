import { SetupError } from "#db/embedded/setup-error.ts";

/** `hurry` is aborted, at the latest while it runs, where nobody is to be waited for. */
type Close = (hurry: AbortSignal) => Promise<void>;

/** A command that runs until it is told to end. */
export interface Running {
  /** Has `close` called before the process ends; what was opened last is closed first. */
  onStop(close: Close): void;
  /** From now on a signal is the regular end. */
  ready(): void;
  /** Whether it has been told to end. */
  isStopping(): boolean;
  /** Closes everything at once and ends the process. */
  stop(exitCode: number): void;
}

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/**
 * Runs `main`, closes in order what it opened when a signal comes or when it fails, and ends with 0 after a regular end. SIGTERM alone, which
 * process managers send, leaves time to whoever sends requests; Ctrl-C, first or second, and a failure do not.
 * A `SetupError` is told in its one sentence, anything else with its stack.
 */
export async function runUntilStopped(main: (running: Running) => Promise<void>): Promise<void> {
  const closing: Close[] = [];
  const hurry = new AbortController();
  let isReady = false;
  let isStopping = false;

  async function close(exitCode: number): Promise<void> {
    // Ctrl-C reaches us twice: from the terminal, and from npm, which passes on its own.
    if (isStopping) return;
    isStopping = true;
    let code = exitCode;
    for (const step of closing.toReversed()) {
      try {
        await step(hurry.signal);
      } catch (error) {
        console.error(error);
        code = 1;
      }
    }
    process.exit(code);
  }

  function fail(exitCode: number): Promise<void> {
    hurry.abort();
    return close(exitCode);
  }

  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => {
      if (signal !== "SIGTERM") hurry.abort();
      void close(isReady ? 0 : 128 + number);
    });
  }

  try {
    await main({
      onStop: (step) => closing.push(step),
      ready: () => {
        isReady = true;
      },
      isStopping: () => isStopping,
      stop: (exitCode) => void fail(exitCode),
    });
  } catch (error) {
    // Once we are closing, what is still under way fails because of that.
    if (isStopping) return;
    console.error(error instanceof SetupError ? error.message : error);
    await fail(1);
  }
}
