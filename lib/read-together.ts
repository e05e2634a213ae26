import DataLoader from "dataloader";

/** So many subjects at most are read by one statement, so that no answer waits for very many others. */
const most = 100;

/**
 * A read of one subject that is made together with those that others ask for in the same turn of the event loop, at the end of which it
 * starts: everybody's answer was read after it was asked for, and nothing is kept. The busier the process, the more share a statement;
 * alone, nobody waits. `read` is given each subject once and answers by name; where it fails, it fails for all who share it.
 */
export function readTogether<Subject, Result>(
  nameOf: (subject: Subject) => string,
  read: (subjects: readonly Subject[]) => Promise<ReadonlyMap<string, Result>>,
): (subject: Subject) => Promise<Result | undefined> {
  const loader = new DataLoader<Subject, Result | undefined>(
    async (asked) => {
      const each = new Map(asked.map((subject) => [nameOf(subject), subject]));
      const found = await read([...each.values()]);
      return asked.map((subject) => found.get(nameOf(subject)));
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (start) => void setImmediate(start) },
  );
  return (subject) => loader.load(subject);
}
