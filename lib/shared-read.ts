/**
 * A read that callers who want the same share: those who ask in one turn of the event loop, at the end of which it starts, so everybody's
 * answer was read after it was asked for. The busier the process, the more there is to share; alone, nobody waits. A read that fails
 * fails for all who share it.
 */
export function shareReads<Result>(read: (subject: string) => Promise<Result>): (subject: string) => Promise<Result> {
  const asked = new Map<string, Promise<Result>>();

  function ask(subject: string): Promise<Result> {
    const answer = new Promise<Result>((resolve) => {
      setImmediate(() => {
        asked.delete(subject);
        resolve(read(subject));
      });
    });
    asked.set(subject, answer);
    return answer;
  }

  return (subject) => asked.get(subject) ?? ask(subject);
}
