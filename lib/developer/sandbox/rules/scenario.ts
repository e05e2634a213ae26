import type { ScenarioName, ScenarioStep } from "#lib/developer/sandbox/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { requestableDocuments } from "#lib/insurance/claims/rules/actions.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const refundCents = 45_000;
const deductibleCents = 5_000;

const endings: Record<ScenarioName, readonly ScenarioStep[]> = {
  paid: ["approveRefund", "executePayment"],
  refused: ["rejectClaim"],
  more_info: ["requestDocument"],
  charged: ["chargeClaim", "approveRefund", "executePayment"],
  returned_payment: ["approveRefund", "executePayment", "returnPayment", "executePayment"],
};

/**
 * The remaining actions of a scenario from the claim's status (rules/sandbox.md#insurer-2); 3003 if the insurer has nothing left to
 * decide.
 */
export function planScenario(name: ScenarioName, claim: Claim): ScenarioStep[] {
  const { status } = claim;
  if (status !== "submitted" && status !== "pending_info" && status !== "in_progress") {
    throw new ApiError(
      "CLAIM_STATUS_LOCKED",
      `the claim is ${status}: a scenario begins with a claim that is submitted, in_progress or pending_info`,
    );
  }
  const accepts = name === "refused" || name === "more_info" ? [] : claim.documents.filter((document) => document.status === "to_verify");
  return [...(status === "in_progress" ? [] : (["takeOver"] as const)), ...accepts.map(() => "acceptDocument" as const), ...endings[name]];
}

/** The action of a step on the claim as it is now; 3003 if another change made it impossible. */
export function actionOfStep(step: ScenarioStep, claim: Claim): ClaimAction {
  switch (step) {
    case "takeOver":
      return { move: "takeOver" };
    case "acceptDocument":
      return { move: "acceptDocument", documentId: required(claim.documents.find(({ status }) => status === "to_verify")).id };
    case "requestDocument":
      return { move: "requestDocument", type: required(requestableDocuments(claim)[0]), category: "expected" };
    case "approveRefund":
      return { move: "approveRefund", amountCents: refundCents };
    case "executePayment":
      return {
        move: "executePayment",
        settlementId: required(claim.settlements.findLast(({ paymentState }) => paymentState === "approved")).id,
      };
    case "returnPayment":
      return {
        move: "returnPayment",
        settlementId: required(claim.settlements.findLast(({ paymentState }) => paymentState === "paid")).id,
        reason: "IBAN invalide",
      };
    case "chargeClaim":
      return { move: "chargeClaim", amountCents: deductibleCents, reason: "Franchise" };
    case "rejectClaim":
      return { move: "rejectClaim", reason: "Les circonstances déclarées ne sont pas garanties." };
  }
}

function required<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new ApiError("CLAIM_STATUS_LOCKED", "the claim was changed meanwhile: the scenario cannot go on");
  return thing;
}
