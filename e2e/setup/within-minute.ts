/**
 * A test of a limit per minute. A limit counts anew with each minute of the clock, so an outcome tells nothing if one began meanwhile: the
 * test then runs again. A failure within one minute is a failure.
 */
export function withinMinute<Result>(work: () => Promise<Result>): () => Promise<Result> {
  return async () => {
    for (;;) {
      const began = minuteOf(Date.now());
      const [outcome] = await Promise.allSettled([work()]);
      if (minuteOf(Date.now()) !== began) continue;
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    }
  };
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000);
}
