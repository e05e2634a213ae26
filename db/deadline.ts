import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** What was asked for took longer than it may; nothing of it was kept. */
export class DeadlineExceeded extends Error {}

/** How much longer work is waited for that has sent a COMMIT in time: only Postgres knows what became of it. */
const commitMs = 2_000;

/** The deadline of what is being done. Its transactions are rolled back once it is over (db/driver.ts). */
export class Deadline {
  isOver = false;
  #commits: (() => void)[] = [];

  /** Throws a `DeadlineExceeded` once it is over. */
  assertNotOver(): void {
    if (this.isOver) throw new DeadlineExceeded("the deadline is over");
  }

  /** Lets a transaction send its COMMIT; `cancel` is called when the deadline is over. Throws a `DeadlineExceeded` once it is. */
  allowCommit(cancel: () => void = () => undefined): void {
    this.assertNotOver();
    this.#commits.push(cancel);
  }

  /** Ends it; settles when the work is to be waited for no longer. */
  async end(): Promise<void> {
    this.isOver = true;
    for (const cancel of this.#commits) cancel();
    if (this.#commits.length > 0) await pause(commitMs);
  }
}

const current = new AsyncLocalStorage<Deadline>();

/** The deadline of the work that this is called in; undefined where it has none. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore();
}

/**
 * What `work` comes to, where that takes no longer than `ms`; else a `DeadlineExceeded`. The work may go on then, but none of its
 * transactions is committed any more.
 */
export async function withDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = new Deadline();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => void deadline.end().then(() => over.reject(new DeadlineExceeded(`it took longer than ${ms} ms`))), ms);
  try {
    return await Promise.race([current.run(deadline, work), over.promise]);
  } catch (error) {
    // What was cancelled fails in words of its own.
    throw deadline.isOver && !(error instanceof DeadlineExceeded)
      ? new DeadlineExceeded("cancelled at its deadline", { cause: error })
      : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Does what goes on after the work that it is called in, whose deadline it does not have. */
export function withoutDeadline(work: () => void): void {
  current.exit(work);
}
