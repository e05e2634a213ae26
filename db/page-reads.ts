import { currentDeadline } from "#db/deadline.ts";
import { perProcess } from "#lib/platform/process/per-process.ts";

/** How many reads of one name are at work at once: of one person, and of one world. */
const atOnce = 2;

/** Reads that share a name take turns: `atOnce` are at work, and others wait in the order in which they came. */
export class Turns {
  readonly #atWork = new Map<string, number>();
  readonly #waiting = new Set<{ names: readonly string[]; begin: () => void }>();

  /** Calls `begin` when it is the turn of every name. The returned function gives the place back, or no longer waits for it. */
  take(names: readonly string[], begin: () => void): () => void {
    const turn = { names, begin };
    this.#waiting.add(turn);
    this.#beginNext();
    return () => {
      if (!this.#waiting.delete(turn)) for (const name of names) this.#count(name, -1);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    for (const turn of this.#waiting) {
      if (turn.names.some((name) => (this.#atWork.get(name) ?? 0) >= atOnce)) continue;
      this.#waiting.delete(turn);
      for (const name of turn.names) this.#count(name, 1);
      turn.begin();
    }
  }

  #count(name: string, change: number): void {
    const count = (this.#atWork.get(name) ?? 0) + change;
    if (count === 0) this.#atWork.delete(name);
    else this.#atWork.set(name, count);
  }
}

const turns = perProcess("pageReads", () => new Turns());

/**
 * Does a page's read when it is its turn, and other work at once. A read is one statement, or one transaction on a replica, so that none
 * waits for another one while it has a place.
 */
export async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const deadline = currentDeadline();
  if (deadline?.page === undefined) return read();
  const turn = Promise.withResolvers<void>();
  const leave = turns.take(deadline.page, turn.resolve);
  const forget = deadline.onEnd(() => turn.reject(deadline.reason));
  try {
    await turn.promise;
    return await read();
  } finally {
    forget();
    leave();
  }
}
