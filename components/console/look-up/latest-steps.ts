import type { FoundContract } from "#lib/developer/console/find-insurance.ts";

type Call = FoundContract["calls"][number];
type Event = FoundContract["events"][number];

export interface LatestStep {
  key: string;
  at: Date;
  /** Null for what time, support or a link did, and where the call is no longer among the latest. */
  call: Call | null;
  /** In their order; none of a call that only read or was refused. */
  events: Event[];
}

/** Calls and events about one thing, the latest first; an event stands with the call that caused it (rules/words.md#history-1). */
export function latestSteps({ calls, events }: Pick<FoundContract, "calls" | "events">): LatestStep[] {
  const steps = new Map<string, LatestStep>(
    calls.map((call) => [call.executionId, { key: call.executionId, at: new Date(call.at), call, events: [] }]),
  );
  for (const event of events.toReversed()) {
    const own = `${event.executionId} ${event.at}`;
    const key = event.executionId !== null && steps.has(event.executionId) ? event.executionId : own;
    const step = steps.get(key) ?? { key, at: new Date(event.at), call: null, events: [] };
    step.events.push(event);
    steps.set(key, step);
  }
  return [...steps.values()].toSorted((one, other) => other.at.getTime() - one.at.getTime());
}
