/** Rejects after `ms`; the work is not cancelled. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it took longer than ${ms} ms`)), ms);
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
