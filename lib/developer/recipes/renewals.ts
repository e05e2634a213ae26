import { advanceClock, insureForCompany, insureForMonths, insureForYear } from "#lib/developer/recipes/contracts.ts";
import type { RecipeStep, Recipes } from "#lib/developer/recipes/recipe.ts";

const renewWithNotice: RecipeStep = {
  method: "POST",
  path: "/contracts/{cid}/automaticRenewal",
  body: { use_notification: true },
  capture: { arid: "automatic_renewal.arid" },
};

const amendRenewal = (body: unknown): RecipeStep => ({ method: "PATCH", path: "/contracts/{cid}/automaticRenewal/{arid}", body });
const about = "cid";

export const renewalRecipes: Recipes<"v2.contract.renew"> = {
  "v2.contract.renewed": {
    about: "next",
    steps: [
      insureForMonths("{now+1mo}"),
      renewWithNotice,
      advanceClock("P1M1D"),
      {
        method: "GET",
        path: "/contracts/{cid}/automaticRenewal/{arid}",
        capture: { next: "automatic_renewal.next_cid" },
      },
    ],
  },
  "v2.contract.renewal.enabled": { about, steps: [insureForYear, renewWithNotice] },
  "v2.contract.renewal.updated": { about, steps: [insureForCompany, renewWithNotice, amendRenewal({ duration_months: 12 })] },
  "v2.contract.renewal.rejected": { about, steps: [insureForCompany, renewWithNotice, amendRenewal({ rejected: true })] },
  "v2.contract.renewal.resumed": {
    about,
    steps: [insureForYear, renewWithNotice, amendRenewal({ rejected: true }), amendRenewal({ rejected: false })],
  },
  "v2.contract.renewal.notification": { about, steps: [insureForMonths("{now+2mo}"), renewWithNotice, advanceClock("P1M4D")] },
};
