import { SetupError } from "#db/embedded/setup-error.ts";

type Close = () => Promise<void>;

/** A command that runs until it is told to end. */
export interface Running {
  /** Has `close` called before the process ends; what was opened last is closed first. */
  onStop(close: Close): void;
  /** From now on a signal is the regular end. */
  ready(): void;
  /** Whether it has been told to end. */
  isStopping(): boolean;
  /** Closes everything and ends the process. */
  stop(exitCode: number): void;
}

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/**
 * Runs `main`, closes in order what it opened when a signal comes or when it fails, and ends with 0 after a regular end.
 * A `SetupError` is told in its one sentence, anything else with its stack.
 */
export async function runUntilStopped(main: (running: Running) => Promise<void>): Promise<void> {
  const closing: Close[] = [];
  let isReady = false;
  let isStopping = false;

  async function close(exitCode: number): Promise<void> {
    // Ctrl-C reaches us twice: from the terminal, and from npm, which passes on its own.
    if (isStopping) return;
    isStopping = true;
    let code = exitCode;
    for (const step of closing.toReversed()) {
      try {
        await step();
      } catch (error) {
        console.error(error);
        code = 1;
      }
    }
    process.exit(code);
  }

  for (const [signal, number] of Object.entries(signals)) process.on(signal, () => void close(isReady ? 0 : 128 + number));

  try {
    await main({
      onStop: (step) => closing.push(step),
      ready: () => {
        isReady = true;
      },
      isStopping: () => isStopping,
      stop: (exitCode) => void close(exitCode),
    });
  } catch (error) {
    // Once we are closing, what is still under way fails because of that.
    if (isStopping) return;
    console.error(error instanceof SetupError ? error.message : error);
    await close(1);
  }
}
