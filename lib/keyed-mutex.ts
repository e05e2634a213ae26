/** The last in each line, by what they wait for. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Runs what is asked for under the same key one after the other, in the order in which it came. For this process only:
 * it saves those who would meet from trying again and again, and whoever must not meet needs a guard in the database as well.
 */
export async function runExclusive<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve();
  const turn = before.then(
    () => run(),
    () => run(),
  );
  lines.set(key, turn);
  try {
    return await turn;
  } finally {
    if (lines.get(key) === turn) lines.delete(key);
  }
}
