import { z } from "zod";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";

export const recipeParams = z.object({ eventType: z.enum(eventTypes) });
export const recipeStepBody = z.object({
  step: z.number().int().min(0).max(20),
  values: z.record(z.string().max(20), z.string().max(128)),
});
export type RecipeStepBody = z.output<typeof recipeStepBody>;
