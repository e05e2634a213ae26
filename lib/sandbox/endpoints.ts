import { z } from "zod";
import { claim } from "#lib/claims/schema.ts";
import { contract, contractId } from "#lib/contracts/schema.ts";
import { endpoint } from "#lib/endpoint.ts";
import {
  clock,
  moveClockBody,
  movedClock,
  moveNames,
  playMoveBody,
  playScenarioBody,
  reopenBody,
  resetBody,
  scenario,
} from "#lib/sandbox/schema.ts";

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
  environment,
  summary: "Read the clock",
  description: "The time of the environment, how far a move of the clock has come, and what becomes due next.",
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
  environment,
  summary: "Move the clock forward",
  description:
    "By a duration or to a moment, six years at most in all. Everything that becomes due happens at its own moment, in order: contracts end, notices go out, renewals apply. It answers once that is done, or after ten seconds with 202; `GET /sandbox/clock` then tells how far it is. Events, contracts and claims have the time of the environment; deliveries, limits and the call log keep the real one.",
  body: { schema: moveClockBody },
  success: {
    status: 200,
    description: "The clock, everything that became due is done.",
    accepted: "The clock is moving: what becomes due is being done.",
    data: movedClock,
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
  environment,
  summary: "Go back to the real time",
  description: "The clock shows the real time again. What has happened stays as it is, with its dates.",
  success: { status: 200, description: "The clock.", data: movedClock, spread: true, schemaName: "SandboxClockMove" },
  errors: [],
  examples: [{ name: "Back to today" }],
});

export const playSandboxMove = endpoint({
  id: "playSandboxMove",
  method: "POST",
  path: "/sandbox/claims/{id}/{move}",
  side: "claim",
  tag,
  environment,
  summary: "Play a move of the insurer",
  description: "A move of the claims desk on a claim of yours, by the same rules and with the same events.",
  params: ofClaim.extend({ move: z.enum(moveNames).meta({ description: "The move.", examples: ["takeOver"] }) }),
  body: { schema: playMoveBody, required: false },
  success: { status: 200, description: "The claim after the move.", data: claim, schemaName: "SandboxMoveResponse" },
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
  environment,
  summary: "Play a whole life of a claim",
  description:
    "Has the insurer make all moves of a scenario, a second between them. It answers with the plan at once; the events tell the rest.",
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
  environment,
  summary: "Reopen a closed contract",
  description: "Opens a closed contract again until a new end, as our support does, by the same rules and with the same event.",
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
  environment,
  summary: "Start over",
  description:
    "Empties the environment: contracts, renewals, products, claims, events, deliveries and the answers kept for an `Idempotency-Key`. Keys, webhooks, renters and the call log stay; the clock goes back to the real time. Deliveries that are under way are not sent.",
  body: { schema: resetBody },
  success: {
    status: 200,
    description: "The environment is empty.",
    accepted: "The environment is being emptied; `resetting` of `GET /sandbox/clock` tells when it is done.",
  },
  errors: [],
  examples: [{ name: "With the beginning of the key", body: { confirm: "cg_dev_Xy12" } }],
});
