import { z } from "zod";
import {
  clock,
  shiftClockBody,
  shiftedClock,
  playActionBody,
  playScenarioBody,
  reopenBody,
  resetBody,
  scenario,
} from "#lib/developer/sandbox/schema.ts";
import { contractId } from "#lib/insurance/catalogue/schema.ts";
import { actionNames } from "#lib/insurance/claims/desk/schema.ts";
import { claim } from "#lib/insurance/claims/schema.ts";
import { contract } from "#lib/insurance/contracts/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const tag = "Sandbox";
const environment = "development";
const exampleContract = "01JD3W7Q8ZH4C6E1Y9B3D5F7G2";
const exampleClaim = "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A";

const ofClaim = z.object({ id: z.string().meta({ description: "The claim's `id`, or its `claimId`.", examples: [exampleClaim] }) });

export const readSandboxClock = endpoint({
  id: "getSandboxClock",
  method: "GET",
  path: "/sandbox/clock",
  side: "contract",
  tag,
  right: "read",
  environment,
  summary: "Read the clock",
  description: "The time of the environment, the progress of a move of the clock, and what becomes due next.",
  success: { status: 200, description: "The clock.", data: clock, spread: true },
  errors: [],
  examples: [{ name: "What time it is" }],
});

export const moveSandboxClock = endpoint({
  id: "moveSandboxClock",
  method: "POST",
  path: "/sandbox/clock",
  side: "contract",
  tag,
  right: "full",
  environment,
  summary: "Move the clock forward",
  description:
    "By a duration or to an instant, at most six years in total. Everything that becomes due happens at its own time and in order: contracts end, notices go out, renewals apply. The response comes when all of it is done, or after ten seconds with status 202; `GET /sandbox/clock` then shows the progress. Events, contracts and claims follow the clock; deliveries, limits and the call log keep real time.",
  body: { schema: shiftClockBody },
  success: {
    status: 200,
    description: "The clock, with everything that became due done.",
    accepted: "The clock is moving: what becomes due is being done.",
    data: shiftedClock,
    spread: true,
    schemaName: "SandboxClockMove",
  },
  errors: [],
  examples: [
    { name: "To a day", body: { to: "2027-03-01T09:00:00Z" } },
    { name: "A month on", body: { advance: "P1M" } },
  ],
});

export const returnSandboxClock = endpoint({
  id: "returnSandboxClock",
  method: "DELETE",
  path: "/sandbox/clock",
  side: "contract",
  tag,
  right: "full",
  environment,
  summary: "Go back to real time",
  description: "The clock shows real time again. What happened stays as it is, with its dates.",
  success: { status: 200, description: "The clock.", data: shiftedClock, spread: true, schemaName: "SandboxClockMove" },
  errors: [],
  examples: [{ name: "Back to today" }],
});

export const playSandboxMove = endpoint({
  id: "playSandboxMove",
  method: "POST",
  path: "/sandbox/claims/{id}/{move}",
  side: "claim",
  tag,
  right: "full",
  environment,
  summary: "Play an insurer's action",
  description: "An action of the claims desk on one of your claims, with the same rules and events.",
  params: ofClaim.extend({ move: z.enum(actionNames).meta({ description: "The action.", examples: ["takeOver"] }) }),
  body: { schema: playActionBody, required: false },
  success: { status: 200, description: "The claim after the action.", data: claim, schemaName: "SandboxMoveResponse" },
  errors: [
    "CLAIM_VALIDATION_ERROR",
    "CLAIM_NOT_FOUND",
    "DOCUMENT_NOT_FOUND",
    "CLAIM_STATUS_LOCKED",
    "DOCUMENT_ALREADY_VALIDATED",
    "INVALID_DOCUMENT_TYPE",
    "ACTIVE_PAYMENT_BLOCKING",
  ],
  subject: ({ id }) => id,
  examples: [
    { name: "Take the claim over", params: { id: exampleClaim, move: "takeOver" } },
    { name: "A note", params: { id: exampleClaim, move: "noteClaim" }, body: { note: "Nous avons demandé la facture à l’atelier." } },
  ],
});

export const playSandboxScenario = endpoint({
  id: "playSandboxScenario",
  method: "POST",
  path: "/sandbox/claims/{id}/scenario",
  side: "claim",
  tag,
  right: "full",
  environment,
  summary: "Play a claim from start to finish",
  description:
    "Plays all actions of a scenario as the insurer, one per second. The response comes immediately, with the plan; events report the rest.",
  params: ofClaim,
  body: { schema: playScenarioBody },
  success: { status: 200, description: "The scenario as it begins.", data: scenario },
  errors: ["CLAIM_VALIDATION_ERROR", "CLAIM_NOT_FOUND", "CLAIM_STATUS_LOCKED"],
  subject: ({ id }) => id,
  examples: [{ name: "A claim that is paid", params: { id: exampleClaim }, body: { name: "paid" } }],
});

export const reopenSandboxContract = endpoint({
  id: "reopenSandboxContract",
  method: "POST",
  path: "/sandbox/contracts/{contractId}/reopen",
  side: "contract",
  tag,
  right: "full",
  environment,
  summary: "Reopen a closed contract",
  description: "Reopens a closed contract until a new end, as support does, with the same rules and event.",
  params: z.object({ contractId }),
  body: { schema: reopenBody },
  success: { status: 200, description: "The contract, open again.", resource: "contract", data: contract, schemaName: "ContractResponse" },
  errors: ["CONTRACT_NOT_FOUND", "CONTRACT_NOT_OPEN", "END_IN_PAST", "INVALID_PERIOD", "END_BEFORE_START"],
  subject: ({ contractId: cid }) => cid,
  examples: [{ name: "Until a new end", params: { contractId: exampleContract }, body: { end_date: "2027-01-20T08:00:00Z" } }],
});

export const resetSandbox = endpoint({
  id: "resetSandbox",
  method: "POST",
  path: "/sandbox/reset",
  side: "contract",
  tag,
  right: "full",
  environment,
  summary: "Start over",
  description:
    "Deletes everything in the environment: contracts, renewals, products, claims, events, deliveries and the responses stored for an `Idempotency-Key`. Keys, webhooks, renters and the call log stay; the clock goes back to real time. Pending deliveries are not sent.",
  body: { schema: resetBody },
  success: {
    status: 200,
    description: "The environment is empty.",
    accepted: "The environment is being emptied; `resetting` of `GET /sandbox/clock` tells when it is done.",
  },
  errors: [],
  examples: [{ name: "With the beginning of the key", body: { confirm: "cg_dev_Xy12" } }],
});
