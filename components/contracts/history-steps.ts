import type { HistoryEntry } from "#lib/developer/events/history.ts";

/**
 * The events of a history, the latest first, by what caused them: one call, link, scenario or moment makes one step, whose events are in
 * their order. A change of status that accompanies another event is not the first of its step.
 */
export function stepsOf(events: readonly HistoryEntry[]): HistoryEntry[][] {
  const steps: HistoryEntry[][] = [];
  for (const event of events) {
    const step = steps.at(-1);
    const isOfStep = step?.[0]?.executionId === event.executionId && new Date(step[0].at).getTime() === new Date(event.at).getTime();
    if (step !== undefined && isOfStep) step.unshift(event);
    else steps.push([event]);
  }
  return steps.map((step) => step.toSorted((one, other) => Number(isStatus(one)) - Number(isStatus(other))));
}

const isStatus = ({ eventType }: HistoryEntry) => eventType === "v2.claim.status.updated";
