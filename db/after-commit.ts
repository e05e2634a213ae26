import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "#lib/platform/process/reset.ts";

type Step = () => void;

const waiting = perProcess("afterCommit", () => new AsyncLocalStorage<Step[]>());

/** Calls `step` once the transaction around the caller is committed, and never if it is rolled back. Outside of one, calls it at once. */
export function afterCommit(step: Step): void {
  const steps = waiting.getStore();
  if (steps === undefined) step();
  else steps.push(step);
}

/** Runs a transaction, whose work goes through `collect`, and then what its work left for the commit. */
export async function committing<Result>(
  transaction: (collect: <Inner>(work: () => Promise<Inner>) => Promise<Inner>) => Promise<Result>,
): Promise<Result> {
  const steps: Step[] = [];
  const result = await transaction((work) => waiting.run(steps, work));
  for (const step of steps) step();
  return result;
}
