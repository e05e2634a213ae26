import { fillTexts, readPlace } from "#lib/developer/recipes/recipe.ts";
import type { RecipeStep, RecipeValues } from "#lib/developer/recipes/recipe.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

/**
 * A step of a guide: a request to an operation, with the placeholders of recipes. `{uuid}` is a new identifier each time; any other name is
 * a value of the reader's or of an earlier step, and an environment variable in the samples.
 */
export interface GuideStep extends StepRequest {
  endpoint: Pick<Endpoint, "id" | "method" | "path" | "success">;
  /** A step with the production key, which "Try it" does not have. */
  isProduction?: boolean;
}

/** The parts of a step that the browser needs. */
export interface StepRequest extends Pick<RecipeStep, "body" | "capture"> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  makes?: Making;
}

/** The result that a step makes or changes: a value of the guide, such as `{cid}`, or places in the answer like those of `capture`. */
interface Making {
  kind: "renter" | "product" | "price" | "contract" | "claim" | "documents" | "claimLink" | "contractLink";
  id?: string;
  /** The state of a contract or claim. */
  status?: string;
  price?: string;
}

/** The result of a step in "Try it". It may outlive a reload, so it has identifiers and states alone. */
export interface CreatedObject {
  kind: Making["kind"] | null;
  id?: string;
  status?: string;
  price?: number;
  executionId: string;
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

/** Reads the result of a step from its answer. */
export function madeBy({ makes }: StepRequest, answer: unknown, values: RecipeValues, executionId: string): CreatedObject {
  const { kind = null, id, status, price } = makes ?? {};
  const read = (place: string) => (place.startsWith("{") ? values[place.slice(1, -1)] : readPlace(answer, place));
  const [madeId, madeStatus, madePrice] = [id, status, price].map((place) => (place === undefined ? undefined : read(place)));
  return {
    kind,
    executionId,
    ...(typeof madeId === "string" && { id: madeId }),
    ...(typeof madeStatus === "string" && { status: madeStatus }),
    ...(typeof madePrice === "number" && { price: madePrice }),
  };
}

/** The environment variable in which samples store a value. */
export function variableOf(name: string): string {
  return name.toUpperCase();
}

/** The environment variables that a guide reads before its first step, ready to be filled in. */
export function guideEnvironment(renter = "…"): string {
  return `export COVERGATE_API_KEY=…\nexport RENTER=${renter}`;
}
