import { api } from "#components/kit/api/api.ts";
import { isAtWork } from "#components/sandbox/queries.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import type { StepResult } from "#lib/developer/recipes/run-step.ts";

/**
 * Runs a recipe in Development step by step, and tells of each as it is answered. Answers the contract or claim that the event is
 * about; undefined if a step was refused, as the next ones would be.
 */
export async function runRecipe(eventType: EventType, onStep: (result: StepResult) => void): Promise<string | undefined> {
  const { steps, about } = recipes[eventType];
  let values: StepResult["values"] = {};
  for (const step of steps.keys()) {
    const result = await api.recipes.runStep.mutate({ environment: "development", eventType, step, values });
    onStep(result);
    if (result.status >= 400) return undefined;
    if (result.status === 202) await waitForClock();
    values = result.values;
  }
  return values[about];
}

const lookAgainMs = 500;

/** Returns when the sandbox has caught up with its clock, where a step moved it over very much. */
async function waitForClock(): Promise<void> {
  while (isAtWork(await api.sandbox.clock.query({ environment: "development" }))) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
