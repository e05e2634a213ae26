import { SetupError } from "#db/embedded/setup-error.ts";

/** `hurry` is aborted, possibly while it runs, if nobody should be waited for. */
type Close = (hurry: AbortSignal) => Promise<void>;

/** A command that runs until it is stopped. */
export interface Running {
  /** Registers `close` for the end of the process; the last registered runs first. */
  onStop(close: Close): void;
  /** From now on a signal is a regular end. */
  ready(): void;
  isStopping(): boolean;
  /** Closes everything at once and exits. */
  stop(exitCode: number): void;
}

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/**
 * Runs `main`. On a signal or a failure it closes in reverse order what `main` opened, and exits with 0 after a regular end. Only SIGTERM,
 * which process managers send, leaves time for current requests; Ctrl-C and failures do not. A `SetupError` is printed as one sentence,
 * other errors with their stack.
 */
export async function runUntilStopped(main: (running: Running) => Promise<void>): Promise<void> {
  const closing: Close[] = [];
  const hurry = new AbortController();
  let isReady = false;
  let isStopping = false;

  async function close(exitCode: number): Promise<void> {
    // Ctrl-C arrives twice: from the terminal, and from npm, which forwards its own.
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
    // While stopping, failures of current work are expected.
    if (isStopping) return;
    console.error(error instanceof SetupError ? error.message : error);
    await fail(1);
  }
}
