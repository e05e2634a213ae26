import { z } from "zod";
import { scenarioNames, scenarioStatuses, scenarioSteps } from "#db/schema/enums.ts";
import { maxAmountCents, actionSchemas, unpricedAction } from "#lib/insurance/claims/desk/schema.ts";
import { documentCategory } from "#lib/insurance/claims/schema.ts";
import { centsFromEuros } from "#lib/platform/money/money.ts";
import { parseDuration } from "#lib/platform/time/dates.ts";
import { orNull, queryInstant, wireInstant } from "#lib/platform/wire/wire.ts";

const dueKinds = ["contract.ends", "renewal.applies", "renewal.notice"] as const;

const nextDue = orNull(
  z.object({
    at: wireInstant.meta({ description: "When it is due, by the clock of the environment." }),
    kind: z.enum(dueKinds).meta({
      id: "SandboxDueKind",
      description:
        "`contract.ends`: a contract, or a product of it, comes to its end. `renewal.applies`: so does a contract that is renewed. `renewal.notice`: the notice of a renewal goes out.",
    }),
    cid: z.string().meta({ description: "The contract." }),
  }),
  { id: "SandboxDue", description: "What becomes due next, null where nothing does." },
);

const catchingUp = orNull(
  z.object({
    to: wireInstant.meta({ description: "The moment to which the clock is moving." }),
    remaining: z.int().meta({ description: "How many contracts and notices are still due before it; renewals may add some." }),
  }),
  {
    id: "SandboxProgress",
    description: "Set while what became due by a move is being done; `now` then shows the moment to which that has come.",
  },
);

export const clock = z.object({
  now: wireInstant.meta({ description: "The time of the environment." }),
  offset_seconds: z.int().meta({ description: "By how much the clock was moved forward.", examples: [2_678_400] }),
  moved: z.boolean().meta({ description: "False where the clock shows the real time." }),
  catching_up: catchingUp,
  next_due: nextDue,
  resetting: z.boolean().meta({ description: "True while starting over empties the environment." }),
});
export type WireClock = z.output<typeof clock>;

export const shiftedClock = z.object({
  now: wireInstant.meta({ description: "The time of the environment once what became due by the move is done." }),
  offset_seconds: clock.shape.offset_seconds,
  moved: clock.shape.moved,
});
export type ShiftedClock = z.output<typeof shiftedClock>;

const duration = z
  .string()
  .transform((text, { issues }) => {
    const parsed = parseDuration(text);
    if (parsed !== undefined) return parsed;
    issues.push({ code: "custom", message: "must be an ISO 8601 duration such as P1M, P1DT12H or PT30M", input: text });
    return z.NEVER;
  })
  .meta({
    description: "By how much, as an ISO 8601 duration of whole years, months, weeks, days, hours, minutes and seconds.",
    examples: ["P1M"],
  });

export const shiftClockBody = z
  .strictObject({
    advance: duration.optional(),
    to: queryInstant
      .meta({ format: "date-time", description: "To which instant, instead of `advance`.", examples: ["2027-03-01T09:00:00Z"] })
      .optional(),
  })
  .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), "send either advance or to")
  .meta({
    id: "MoveSandboxClockRequest",
    description: "How far the clock is to be moved: `advance` or `to`.",
    minProperties: 1,
    maxProperties: 1,
  });
export type ShiftClockBody = z.output<typeof shiftClockBody>;

const amount = z
  .number()
  .min(0.01)
  .max(maxAmountCents / 100)
  .multipleOf(0.01, "must be in whole cents, such as 245.5");
const { approveRefund, chargeClaim } = actionSchemas;

/** An action of the claims desk, with its amount in euros as everywhere in the API. */
export const playedAction = z.discriminatedUnion("move", [
  unpricedAction,
  approveRefund.omit({ amountCents: true, reason: true }).extend({ amount }).transform(inCents),
  chargeClaim.omit({ amountCents: true }).extend({ amount }).transform(inCents),
]);

function inCents<Move extends { amount: number }>({ amount: euros, ...move }: Move) {
  return { ...move, amountCents: centsFromEuros(euros) };
}

/** The fields of all actions; an action refuses the fields of others. */
export const playActionBody = z
  .strictObject({
    type: z.string().meta({ description: "`requestDocument`: which document.", examples: ["Facture"] }),
    category: documentCategory,
    documentId: z.string().meta({ description: "`acceptDocument`, `refuseDocument`, `recheckDocument`: the document." }),
    askAgain: z.boolean().meta({ description: "`refuseDocument`: whether to request the document again." }),
    amount: z.number().meta({ description: "`approveRefund`, `chargeClaim`: in euros.", examples: [450.5] }),
    settlementId: z.string().meta({ description: "`executePayment`, `returnPayment`, `cancelSettlement`: the settlement." }),
    reason: z.string().meta({
      description: "`refuseDocument`, `returnPayment`, `chargeClaim`, `cancelSettlement`, `rejectClaim`, `reopenClaim`: why.",
    }),
    note: z.string().meta({ description: "`noteClaim`: the note of the claim. `requestDocument`: what is needed, for the insured." }),
  })
  .partial()
  .meta({ id: "PlaySandboxMoveRequest", description: "What the action takes." });
export type PlayActionBody = z.output<typeof playActionBody>;

export type ScenarioName = (typeof scenarioNames)[number];

export type ScenarioStep = (typeof scenarioSteps)[number];

const scenarioName = z.enum(scenarioNames).meta({
  id: "SandboxScenarioName",
  description:
    "`paid`: documents accepted, refund approved and paid. `refused`: rejected. `more_info`: a document requested. `charged`: a deductible deducted, the rest paid. `returned_payment`: paid, the transfer comes back, and paid again.",
});

export const playScenarioBody = z
  .strictObject({ name: scenarioName })
  .meta({ id: "PlaySandboxScenarioRequest", description: "Which scenario to play." });

export const scenario = z
  .object({
    id: z.string().meta({ description: "The scenario as it was started.", examples: ["scn_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    claimId: z.string().meta({ description: "The claim's `id`.", examples: ["claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    name: scenarioName,
    status: z
      .enum(scenarioStatuses)
      .meta({ id: "SandboxScenarioStatus", description: "`stopped` where a step was refused, as somebody else changed the claim." }),
    steps: z
      .array(z.enum(scenarioSteps).meta({ id: "SandboxScenarioStep", description: "An insurer's action." }))
      .meta({ description: "The actions, one per second." }),
    made: z.int().meta({ description: "How many of the actions are done.", examples: [0] }),
    stoppedBy: z.string().nullable().meta({ description: "Why it was stopped; null where it was not." }),
  })
  .meta({ id: "SandboxScenario", description: "A scenario that is or was played on a claim." });
export type WireScenario = z.output<typeof scenario>;

/** The beginning of a key, so that nobody resets by mistake. */
export const resetBody = z
  .strictObject({
    confirm: z.string().meta({
      description: "The first eleven characters of a development key of yours that works, as the portal shows them.",
      examples: ["cg_dev_Xy12"],
    }),
  })
  .meta({ id: "ResetSandboxRequest", description: "Confirms that the environment will be emptied." });
export type ResetBody = z.output<typeof resetBody>;

export const reopenBody = z
  .strictObject({
    end_date: queryInstant.meta({
      format: "date-time",
      description: "The new end, later than the time of the environment.",
      examples: ["2027-01-20T08:00:00Z"],
    }),
  })
  .meta({ id: "ReopenContractRequest", description: "Until when the contract is open again." });
export type ReopenBody = z.output<typeof reopenBody>;
