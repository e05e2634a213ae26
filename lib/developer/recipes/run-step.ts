import { z } from "zod";
import { sql } from "#db/client.ts";
import type { Actor } from "#db/schema/security.ts";
import { openOwnKey } from "#lib/account/keys/reveal.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { MarkedSource } from "#lib/account/worlds/call-sources.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { captureFrom, fillStep } from "#lib/developer/recipes/recipe.ts";
import type { FilledStep, RecipeValues } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

export const recipeParams = z.object({ eventType: z.enum(eventTypes) });
export const recipeStepBody = z.object({
  step: z.number().int().min(0).max(20),
  values: z.record(z.string().max(20), z.string().max(128)),
});
export type RecipeStepBody = z.output<typeof recipeStepBody>;

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
  ctx: ContextOf["developer"],
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

/** Finds an attached renter that may insure bikes under every contract type; throws a UserError. */
async function findRehearsalRenter({ world }: Pick<PartnerContext, "world">): Promise<string> {
  const [renter] = await sql<{ uid: string }[]>`
    select r.uid from renter_attachments a join renters r on r.uid = a.renter_uid
    where a.world_id = ${world.id} and r.contract_types @> array['LCD', 'LMD', 'LLD'] and 'bike' = any(r.product_types)
    order by r.uid limit 1`;
  if (renter === undefined) {
    throw new UserError("no renter of this environment can insure bikes under every contract type", { key: "noRehearsalRenter" });
  }
  return renter.uid;
}
