import DataLoader from "dataloader";
import { withoutDeadline } from "#db/deadline.ts";
import { withOwnDeadline } from "#db/request-deadline.ts";

/** Bounds the wait for a shared statement. */
const maxSubjects = 100;

/**
 * Batches reads of one turn of the event loop into one statement, which starts at its end, so that nothing is cached. `read` gets each
 * subject once and returns results by name; its failure rejects all of them. The statement has a deadline of its own, so that it does not
 * end with the request of one of them.
 */
export function batchReads<Subject, Result>(
  nameOf: (subject: Subject) => string,
  read: (subjects: readonly Subject[]) => Promise<ReadonlyMap<string, Result>>,
): (subject: Subject) => Promise<Result | undefined> {
  const loader = new DataLoader<Subject, Result | undefined>(
    async (subjects) => {
      const each = new Map(subjects.map((subject) => [nameOf(subject), subject]));
      const results = await withOwnDeadline(() => read([...each.values()]));
      return subjects.map((subject) => results.get(nameOf(subject)));
    },
    { cache: false, maxBatchSize: maxSubjects, batchScheduleFn: (start) => void withoutDeadline(() => setImmediate(start)) },
  );
  return (subject) => loader.load(subject);
}
