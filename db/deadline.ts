import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { perProcess } from "#lib/platform/process/reset.ts";

/** The work took too long, and its transactions were rolled back. */
export class DeadlineExceeded extends Error {}

/** The client hung up, so that nobody waits for the work. */
export class ClientGone extends Error {}

/** How long work that sent a COMMIT in time may still take, since only Postgres knows its outcome. */
const commitMs = 2_000;

/** The end of the present work: its statements are then cancelled (db/lost-connections.ts), and its transactions rolled back (db/driver.ts). */
export class Deadline {
  /** Why the work is over; undefined until then. */
  reason: DeadlineExceeded | ClientGone | undefined;
  /** Names whose reads take turns, where the work is a page's: its statements have connections of their own (db/driver.ts). */
  page: readonly string[] | undefined;
  #hasCommit = false;
  readonly #atEnd = new Set<() => void>();

  constructor(page: readonly string[] | undefined) {
    this.page = page;
  }

  /** Throws DeadlineExceeded or ClientGone. */
  assertNotOver(): void {
    if (this.reason !== undefined) throw this.reason;
  }

  /** Registers a COMMIT. Throws as `assertNotOver` does. */
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
  async end(reason: DeadlineExceeded | ClientGone): Promise<void> {
    this.reason ??= reason;
    for (const stop of this.#atEnd) stop();
    if (this.#hasCommit) await pause(commitMs);
  }
}

const current = perProcess("deadline", () => new AsyncLocalStorage<Deadline>());
const patience = perProcess("patience", () => new AsyncLocalStorage<true>());

export function currentDeadline(): Deadline | undefined {
  return current.getStore();
}

/** Makes the present request a page's, whose reads take turns with others of these names. */
export function asPage(names: readonly string[]): void {
  const deadline = currentDeadline();
  if (deadline === undefined) throw new Error("a page has a deadline");
  deadline.page = names;
}

interface Surroundings {
  /** Aborts when the client hangs up. */
  hangUp?: AbortSignal | undefined;
  /** As in Deadline; that of the work around it unless it is given. */
  page?: readonly string[] | undefined;
}

/**
 * Rejects with DeadlineExceeded after `ms`, with ClientGone when the client hangs up, and when the work around it is over. The work may
 * continue, but its statements are refused and its transactions rolled back.
 */
export async function withDeadline<Result>(ms: number, work: () => Promise<Result>, { hangUp, page }: Surroundings = {}): Promise<Result> {
  const outer = currentDeadline();
  const deadline = new Deadline(page ?? outer?.page);
  const over = Promise.withResolvers<never>();
  const end = (reason: DeadlineExceeded | ClientGone) => void deadline.end(reason).then(() => over.reject(reason));
  const leave = () => end(new ClientGone("the client hung up"));
  const endWithOuter = () => outer?.reason !== undefined && end(outer.reason);
  const timer = setTimeout(() => end(new DeadlineExceeded(`it took longer than ${ms} ms`)), ms);
  const forget = outer?.onEnd(endWithOuter);
  hangUp?.addEventListener("abort", leave);
  try {
    endWithOuter();
    if (hangUp?.aborted === true) leave();
    // The driver sends a statement when it is awaited, which must be within the context.
    return await Promise.race([current.run(deadline, async () => work()), over.promise]);
  } catch (error) {
    // A cancelled statement fails with an error of its own.
    throw deadline.reason ?? error;
  } finally {
    clearTimeout(timer);
    forget?.();
    hangUp?.removeEventListener("abort", leave);
  }
}

/** Runs work that outlives the caller's deadline. */
export function withoutDeadline<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** Does work whose statements may take minutes each. Any other one is given up after the deadline of a request (db/lost-connections.ts). */
export function withPatience<Result>(work: () => Promise<Result>): Promise<Result> {
  return patience.run(true, async () => work());
}

export function isPatient(): boolean {
  return patience.getStore() === true;
}
