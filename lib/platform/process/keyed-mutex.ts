/** The last queued run of each key. */
const lines = new Map<string, Promise<unknown>>();

/** Runs functions with the same key one after the other, in this process only; across processes the database guards. */
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
