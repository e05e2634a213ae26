import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { addDays, addMonths, insurerCalendar } from "#lib/platform/time/days-and-months.ts";
import type { Method } from "#lib/platform/wire/endpoint.ts";

/**
 * A request of a recipe. In path and body `{cid}` stands for a captured value, `{renter}` for a renter of the world, and `{now}`,
 * `{now+1h}`, `{now+7d}` or `{now+2mo}` for a moment by the sandbox's clock.
 */
export interface RecipeStep {
  method: Method;
  path: string;
  body?: unknown;
  /** Values of the answer for later steps, by name and path, where `*` is the first key and `0` the first item. */
  capture?: Readonly<Record<string, string>>;
}

export interface Recipe {
  steps: readonly [RecipeStep, ...RecipeStep[]];
  /** The name of the captured contract or claim that the event is about. */
  about: string;
}

export type Recipes<Prefix extends string> = { readonly [Type in Extract<EventType, `${Prefix}${string}`>]: Recipe };

export type RecipeValues = Readonly<Record<string, string>>;

const placeholder = /\{(?:now(?:\+(?<count>\d+)(?<unit>h|d|mo))?|(?<name>[a-z]+))\}/g;
const hourMs = 3_600_000;

export interface FilledStep {
  method: Method;
  path: string;
  body?: unknown;
}

/** Refuses a step before the steps that give its values. */
export function fillStep({ method, path, body }: RecipeStep, values: RecipeValues, now: Date): FilledStep {
  return {
    method,
    path: path.replaceAll(placeholder, (...match) => encodeURIComponent(valueOf(match.at(-1) as Groups, values, now))),
    ...(body !== undefined && { body: fillTexts(body, values, now) }),
  };
}

/** Fills the placeholders of all texts in a value. */
export function fillTexts(value: unknown, values: RecipeValues, now: Date): unknown {
  return mapTexts(value, (text) => text.replaceAll(placeholder, (...match) => valueOf(match.at(-1) as Groups, values, now)));
}

interface Groups {
  name?: string;
  count?: string;
  unit?: "h" | "d" | "mo";
}

function valueOf({ name, count = "0", unit = "h" }: Groups, values: RecipeValues, now: Date): string {
  if (name !== undefined) {
    const value = values[name];
    if (value === undefined) throw new UserError(`the steps before this one have not given ${name}`, { key: "recipeChanged" });
    return value;
  }
  return momentOf(now, Number(count), unit).toISOString();
}

function momentOf(now: Date, count: number, unit: NonNullable<Groups["unit"]>): Date {
  if (unit === "mo") return addMonths(now, count, insurerCalendar);
  return unit === "d" ? addDays(now, count, insurerCalendar) : new Date(now.getTime() + count * hourMs);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]));
}

export function captureFrom(step: Pick<RecipeStep, "capture">, answer: unknown): RecipeValues {
  const captured = Object.entries(step.capture ?? {}).map(([name, place]) => [name, readPlace(answer, place)] as const);
  return Object.fromEntries(captured.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** The value at a place of an answer: names and positions joined by full stops, where `*` is the first key; undefined where there is none. */
export function readPlace(answer: unknown, place: string): unknown {
  return find(answer, place.split("."));
}

function find(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  if (key === "*") return rest.length === 0 ? Object.keys(value)[0] : find(Object.values(value)[0], rest);
  return find((value as Record<string, unknown>)[key], rest);
}
