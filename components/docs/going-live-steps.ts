import { firstContractSteps } from "#components/docs/first-contract-steps.ts";
import type { GuideSteps } from "#components/docs/guide-step.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { attachRenter, listRenters } from "#lib/insurance/renters/endpoints.ts";

/** The steps of the guide to going live; e2e/api/guides.test.ts runs them literally with a production key. None of them insures anything. */
export const goingLiveSteps = {
  renters: { endpoint: listRenters, isProduction: true },
  attach: { endpoint: attachRenter, body: firstContractSteps.renter.body, isProduction: true },
  price: {
    endpoint: createContract,
    query: { preview: "true" },
    body: {
      uid: "{renter}",
      contract_type: "LCD",
      start_date: "{now+1d}",
      end_date: "{now+3d}",
      options: ["break", "theft"],
      products: [{ product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" }],
    },
    isProduction: true,
  },
} as const satisfies GuideSteps;
