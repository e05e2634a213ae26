import type { Endpoint, Example } from "#lib/endpoint.ts";
import { fillTexts } from "#lib/recipes/recipe.ts";
import type { RecipeStep, RecipeValues } from "#lib/recipes/recipe.ts";

/**
 * A step of a guide: a request to an operation, with the placeholders of recipes. `{uuid}` is a new identifier each time; any other name is
 * a value of the reader's or of an earlier step, and an environment variable in the samples.
 */
export interface GuideStep extends StepRequest {
  endpoint: Pick<Endpoint, "id" | "method" | "path" | "success">;
}

/** The parts of a step that the browser needs. */
export interface StepRequest extends Pick<RecipeStep, "body" | "capture"> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
}

export type GuideSteps = Readonly<Record<string, GuideStep>>;

const hourMs = 3_600_000;

/** Fills in a step's request by a clock. Times are whole hours, which are easier to read. */
export function fillGuideStep({ params, query, body }: StepRequest, values: RecipeValues, now: Date): Example {
  const wholeHour = new Date(Math.ceil(now.getTime() / hourMs) * hourMs);
  const fill = (value: unknown) => fillTexts(value, values, wholeHour);
  return {
    name: "",
    ...(params !== undefined && { params: fill(params) as Record<string, string> }),
    ...(query !== undefined && { query: { ...query } }),
    ...(body !== undefined && { body: fill(body) }),
  };
}

export function namesOf({ params, body }: StepRequest): string[] {
  const names = Array.from(JSON.stringify([params ?? {}, body ?? null]).matchAll(/\{([a-z]+)\}/g), ([, name = ""]) => name);
  return [...new Set(names)].filter((name) => name !== "now" && name !== "uuid");
}

/** The environment variable in which samples store a value. */
export function variableOf(name: string): string {
  return name.toUpperCase();
}
