import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "#lib/platform/process/per-process.ts";

/** Request attributes collected for the trace and the line of the log (lib/api/observe.ts). */
export interface RequestFacts {
  /** The pattern of its path, never the path. */
  route: string;
  executionId?: string | undefined;
  /** The code of the error that was answered. */
  code?: number | undefined;
  partnerId?: string | undefined;
}

const current = perProcess("requestFacts", () => new AsyncLocalStorage<RequestFacts>());

export function withFacts<Result>(facts: RequestFacts, run: () => Result): Result {
  return current.run(facts, run);
}

/** Does nothing for a request that is not observed. */
export function noteRequest(learnt: Partial<RequestFacts>): void {
  const facts = current.getStore();
  if (facts !== undefined) Object.assign(facts, learnt);
}
