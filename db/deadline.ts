import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { perProcess } from "#lib/platform/process/per-process.ts";

/** The work took too long, and its transactions were rolled back. */
export class DeadlineExceeded extends Error {}

/** How long work that sent a COMMIT in time may still take, since only Postgres knows its outcome. */
const commitMs = 2_000;

/** The deadline of the present work, after which its transactions are rolled back (db/driver.ts). */
export class Deadline {
  isOver = false;
  #hasCommit = false;
  readonly #atEnd = new Set<() => void>();

  /** Throws DeadlineExceeded. */
  assertNotOver(): void {
    if (this.isOver) throw new DeadlineExceeded("the deadline is over");
  }

  /** Registers a COMMIT. Throws DeadlineExceeded. */
  allowCommit(): void {
    this.assertNotOver();
    this.#hasCommit = true;
  }

  /** Calls `stop` if the deadline passes before the returned function is called. */
  onEnd(stop: () => void): () => void {
    this.#atEnd.add(stop);
    return () => this.#atEnd.delete(stop);
  }

  /** Resolves when the work is no longer waited for. */
  async end(): Promise<void> {
    this.isOver = true;
    for (const stop of this.#atEnd) stop();
    if (this.#hasCommit) await pause(commitMs);
  }
}

const current = perProcess("deadline", () => new AsyncLocalStorage<Deadline>());
const patience = perProcess("patience", () => new AsyncLocalStorage<true>());

export function currentDeadline(): Deadline | undefined {
  return current.getStore();
}

/** Rejects with DeadlineExceeded after `ms`. The work may continue, but none of its transactions is committed. */
export async function withDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = new Deadline();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => void deadline.end().then(() => over.reject(new DeadlineExceeded(`it took longer than ${ms} ms`))), ms);
  try {
    // The driver sends a statement when it is awaited, which must be within the context.
    return await Promise.race([current.run(deadline, async () => work()), over.promise]);
  } catch (error) {
    // A cancelled statement fails with an error of its own.
    throw deadline.isOver && !(error instanceof DeadlineExceeded)
      ? new DeadlineExceeded("cancelled at its deadline", { cause: error })
      : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs work that outlives the caller's deadline. */
export function withoutDeadline(work: () => void): void {
  current.exit(work);
}

/** Does work whose statements may take minutes each. Any other one is given up after the deadline of a request (db/lost-connections.ts). */
export function withPatience<Result>(work: () => Promise<Result>): Promise<Result> {
  return patience.run(true, async () => work());
}

export function isPatient(): boolean {
  return patience.getStore() === true;
}
