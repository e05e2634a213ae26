/** So long a read that is under way holds up the next: many times what it takes, so that one which hangs keeps nobody waiting. */
const patienceMs = 20;

/**
 * A read that callers who want the same share: it starts when the turn of the event loop is over and the read before it, so everybody's
 * answer was read after it was asked for. The busier the process, the more there is to share; alone, nobody waits. A read that fails
 * fails for all who share it.
 */
export function shareReads<Result>(read: (subject: string) => Promise<Result>): (subject: string) => Promise<Result> {
  const asked = new Map<string, Promise<Result>>();
  const underWay = new Map<string, Promise<Result>>();

  function ask(subject: string): Promise<Result> {
    const answer = new Promise<Result>((resolve) => {
      whenItsTurn(underWay.get(subject), () => {
        asked.delete(subject);
        const reading = read(subject);
        underWay.set(subject, reading);
        const end = () => {
          if (underWay.get(subject) === reading) underWay.delete(subject);
        };
        reading.then(end, end);
        resolve(reading);
      });
    });
    asked.set(subject, answer);
    return answer;
  }

  return (subject) => asked.get(subject) ?? ask(subject);
}

/** Starts at the end of this turn, or where a read is under way after that one, and after so long in any case. */
function whenItsTurn(before: Promise<unknown> | undefined, start: () => void): void {
  if (before === undefined) {
    setImmediate(start);
    return;
  }
  let hasStarted = false;
  const startOnce = () => {
    clearTimeout(timer);
    if (!hasStarted) start();
    hasStarted = true;
  };
  const timer = setTimeout(startOnce, patienceMs);
  before.then(startOnce, startOnce);
}
