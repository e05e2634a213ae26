import type { Actor } from "#db/schema/audit.ts";
import { openOwnKey } from "#lib/account/keys/open-own.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { MarkedSource } from "#lib/account/worlds/call-sources.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { captureFrom, fillStep } from "#lib/developer/recipes/recipe.ts";
import type { FilledStep, RecipeValues } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import type { RecipeStepBody } from "#lib/developer/recipes/schema.ts";
import { findRehearsalRenter } from "#lib/insurance/renters/find-rehearsal-renter.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

export type Send = (request: FilledStep, sender: Sender) => Promise<Answered>;

export interface Sender {
  key: string;
  address: string;
  source: MarkedSource;
  /** The person for whom it is sent. */
  actor?: Actor;
  /** Further request headers, in place of the portal's own. */
  headers?: Readonly<Record<string, string>>;
  /** Aborted when nobody waits for the answer. */
  hangUp?: AbortSignal;
}

interface Answered {
  status: number;
  text: string;
  executionId: string;
}

export interface StepResult extends Answered {
  request: FilledStep;
  values: RecipeValues;
  isLast: boolean;
}

/** Runs a step through the API's own pipeline with the environment's key, so that it is in the call log. */
export async function runStep(
  ctx: ContextOf["owner"],
  eventType: EventType,
  { step, values }: RecipeStepBody,
  send: Send,
): Promise<StepResult> {
  const key = await openOwnKey(ctx);
  if (ctx.world.environment !== "development") throw new UserError("recipes run in Development only", { key: "developmentOnly" });
  const { steps } = recipes[eventType];
  const asked = steps[step];
  if (asked === undefined) throw new UserError("the recipe has no such step", { key: "recipeChanged" });
  const captured = { ...values, renter: values["renter"] ?? (await findRehearsalRenter(ctx)) };
  const request = fillStep(asked, captured, ctx.now);
  const answered = await send(request, { key, address: ctx.address, source: "recipe", actor: ctx.actor });
  return { ...answered, request, values: { ...captured, ...captureFrom(asked, parse(answered.text)) }, isLast: step === steps.length - 1 };
}

function parse(text: string): unknown {
  return text === "" ? undefined : JSON.parse(text);
}
