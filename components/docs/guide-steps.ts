import { firstClaimSteps } from "#components/docs/first-claim-steps.ts";
import { firstContractSteps } from "#components/docs/first-contract-steps.ts";
import type { GuideSteps } from "#components/docs/guide-step.ts";

/** The requests that guides show with `<Request step="…" />`, by the guide's file name. */
export const guideSteps: Readonly<Record<string, GuideSteps>> = {
  "first-contract": firstContractSteps,
  "first-claim": firstClaimSteps,
};
