import { sendJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import { recipes } from "#lib/recipes/recipes.ts";
import type { StepResult } from "#lib/recipes/run-step.ts";

export type StepData = Wire<StepResult>;

/**
 * Runs a recipe in Development step by step, and tells of each as it is answered. Answers the contract or claim that the event is
 * about; undefined where a step was refused, as the next ones would be.
 */
export async function runRecipe(eventType: EventType, onStep: (result: StepData) => void): Promise<string | undefined> {
  const { steps, about } = recipes[eventType];
  let values: StepData["values"] = {};
  for (const step of steps.keys()) {
    const result = await sendJson<StepData>("POST", `/development/recipes/${eventType}`, { step, values });
    onStep(result);
    if (result.status >= 400) return undefined;
    values = result.values;
  }
  return values[about];
}
