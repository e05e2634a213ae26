import { CovergateError } from "../error.ts";
import { CommandProblem, exitCodes } from "./problem.ts";
import { userAgent } from "./session.ts";
import type { Session } from "./session.ts";

/** A request that leads to an event, with placeholders for captured values and moments. */
export interface RecipeStep {
  method: string;
  path: string;
  body?: unknown;
  capture?: Readonly<Record<string, string>>;
}

interface Recipe {
  steps: readonly RecipeStep[];
  /** The name of the captured value that the event is about. */
  about: string;
}

/** The recipe of an event, which the installation itself knows. */
export async function fetchRecipe({ address }: Pick<Session, "address">, event: string): Promise<Recipe> {
  const recipes = await fetchRecipes(address);
  const recipe = recipes[event];
  if (recipe !== undefined) return recipe;
  throw new CommandProblem(`there is no event ${JSON.stringify(event)}`, `Choose one of ${Object.keys(recipes).join(", ")}.`);
}

async function fetchRecipes(address: string): Promise<Partial<Record<string, Recipe>>> {
  const headers = { accept: "application/json", "user-agent": userAgent() };
  try {
    const response = await fetch(`${address}/clients/recipes.json`, { headers, signal: AbortSignal.timeout(30_000) });
    if (response.ok) return (await response.json()) as Partial<Record<string, Recipe>>;
    const cure = "Check that the address is that of Covergate, and that its release is as new as this command line.";
    throw new CommandProblem(`${address} answered ${response.status} for its recipes`, cure, exitCodes.unavailable);
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    throw new CovergateError("CONNECTION_FAILED", `no recipes from ${address}`, { cause: error });
  }
}

/** The values captured by steps, by name. */
export type RecipeValues = Readonly<Record<string, string>>;

export interface RecipeRequest {
  method: string;
  path: string;
  body?: unknown;
}

const placeholder = /\{(?:now(?:\+(\d+)(h|d|mo))?|([a-z]+))\}/g;
const unitMs = { h: 3_600_000, d: 86_400_000 };
type Unit = keyof typeof unitMs | "mo";

/** Fills the placeholders of a step: `{cid}` with a captured value, `{now+7d}` with a moment by the sandbox's clock. */
export function fillStep({ method, path, body }: RecipeStep, values: RecipeValues, now: Date): RecipeRequest {
  const fill = (text: string, encode: (value: string) => string) =>
    text.replaceAll(placeholder, (_whole, count?: string, unit?: Unit, name?: string) =>
      encode(name === undefined ? momentOf(now, Number(count ?? 0), unit ?? "h") : (values[name] ?? "")),
    );
  return {
    method,
    path: fill(path, encodeURIComponent),
    ...(body !== undefined && { body: JSON.parse(fill(JSON.stringify(body), encodeInJson)) as unknown }),
  };
}

function encodeInJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Calendar months in UTC: 31 January and a month is the last day of February. */
function momentOf(now: Date, count: number, unit: Unit): string {
  if (unit !== "mo") return new Date(now.getTime() + count * unitMs[unit]).toISOString();
  const moment = new Date(now);
  moment.setUTCMonth(moment.getUTCMonth() + count);
  if (moment.getUTCDate() !== now.getUTCDate()) moment.setUTCDate(0);
  return moment.toISOString();
}

/** The values of an answer that later steps need, by name and path, where `*` is the first key. */
export function captureFrom({ capture = {} }: RecipeStep, answer: unknown): RecipeValues {
  return Object.fromEntries(Object.entries(capture).map(([name, place]) => [name, String(place.split(".").reduce(find, answer))]));
}

function find(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return key === "*" ? Object.keys(value)[0] : (value as Record<string, unknown>)[key];
}
