/** What `work` comes to, where that takes no longer than `ms`; else a failure, though the work may go on. */
export async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it took longer than ${ms} ms`)), ms);
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
