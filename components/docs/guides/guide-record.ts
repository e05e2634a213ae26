import type { CreatedObject } from "#components/docs/guides/guide-step.ts";
import type { RecipeValues } from "#lib/developer/recipes/recipe.ts";

/** A step of a guide, with the section in which it stands. */
export interface GuidePart {
  /** Undefined for the section after the last step, which shows the results. */
  step?: string;
  section: string;
  title: string;
  /** The names of the values that it gives to later steps. */
  gives: readonly string[];
}

/** How far a reader has followed a guide. */
export interface StoredProgress {
  values: RecipeValues;
  /** The result of each step, by its name. */
  made: Readonly<Record<string, CreatedObject>>;
}

export const nothingKept: StoredProgress = { values: {}, made: {} };

/** New values of a step make the values and results of later steps outdated. */
export function recordStep(
  stored: StoredProgress,
  parts: readonly GuidePart[],
  { step, values, made: created }: { step: string; values: RecipeValues; made: CreatedObject },
): StoredProgress {
  const place = parts.findIndex((part) => part.step === step);
  const later = Object.keys(values).length === 0 ? [] : parts.slice(place + 1);
  const outdated = { values: later.flatMap(({ gives }) => gives), made: later.map((part) => part.step) };
  return {
    values: { ...without(stored.values, outdated.values), ...values },
    made: { ...without(stored.made, outdated.made), [step]: created },
  };
}

function without<Value>(all: Readonly<Record<string, Value>>, names: readonly (string | undefined)[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
}
