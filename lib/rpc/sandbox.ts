import { z } from "zod";
import { answerRequest } from "#app/_api/answer-request.ts";
import { recipeParams, recipeStepBody, runStep } from "#lib/developer/recipes/run-step.ts";
import { triedRequest, tryOperation } from "#lib/developer/recipes/try-operation.ts";
import { readClock, returnClock, shiftClock, startOver } from "#lib/developer/sandbox/clock.ts";
import { playClaimAction, readInsurer, startScenario } from "#lib/developer/sandbox/play.ts";
import { playScenarioBody, resetBody, shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { claimAction } from "#lib/insurance/claims/desk/schema.ts";
import { developer, partner, router } from "#lib/rpc/procedures.ts";

/** Requests to the public API on the developer's behalf, with a key that stays on the server. */
export const recipes = router({
  runStep: developer
    .input(recipeStepBody.extend(recipeParams.shape))
    .mutation(({ ctx, input }) => runStep(ctx, input.eventType, input, answerRequest)),
  tryOperation: developer.input(triedRequest).mutation(({ ctx, input }) => tryOperation(ctx, input, answerRequest)),
});

/** The claim for which the insurer is played. */
const insuredClaimParams = z.object({ id: z.string().max(64) });

/** A longer move continues in the background, and the clock shows its progress. */
const waitMs = 3000;

export const sandbox = router({
  clock: partner.query(({ ctx }) => readClock(ctx)),
  shiftClock: partner.input(shiftClockBody).mutation(({ ctx, input }) => shiftClock(ctx, input, waitMs)),
  returnClock: partner.mutation(({ ctx }) => returnClock(ctx)),
  startOver: developer.input(resetBody).mutation(({ ctx, input }) => startOver(ctx, input, waitMs)),
  insurer: partner.input(insuredClaimParams).query(({ ctx, input }) => readInsurer(ctx, input.id)),
  play: partner
    .input(insuredClaimParams.extend({ move: claimAction }))
    .mutation(({ ctx, input }) => playClaimAction(ctx, input.id, input.move)),
  startScenario: partner
    .input(playScenarioBody.extend(insuredClaimParams.shape))
    .mutation(({ ctx, input }) => startScenario(ctx, input.id, input.name)),
});
