import { advanceClock, insureForCompany, insureForYear } from "#lib/recipes/contracts.ts";
import type { RecipeStep, Recipes } from "#lib/recipes/recipe.ts";

const renewWithNotice: RecipeStep = {
  method: "POST",
  path: "/contracts/{cid}/automaticRenewal",
  body: { use_notification: true },
  capture: { arid: "automatic_renewal.arid" },
};

const amendRenewal = (body: unknown): RecipeStep => ({ method: "PATCH", path: "/contracts/{cid}/automaticRenewal/{arid}", body });
const insureForMonth = insureForCompany("{now+1mo}");
const insureForTwoMonths = insureForCompany("{now+2mo}");
const about = "cid";

/** How each event of an automatic renewal is made to happen. */
export const renewalRecipes: Recipes<"v2.contract.renew"> = {
  "v2.contract.renewed": {
    about: "next",
    steps: [
      insureForMonth,
      renewWithNotice,
      advanceClock("P1M"),
      {
        method: "GET",
        path: "/contracts/{cid}/automaticRenewal/{arid}",
        capture: { next: "automatic_renewal.next_cid" },
      },
    ],
  },
  "v2.contract.renewal.enabled": { about, steps: [insureForYear, renewWithNotice] },
  "v2.contract.renewal.updated": { about, steps: [insureForMonth, renewWithNotice, amendRenewal({ duration_months: 2 })] },
  "v2.contract.renewal.rejected": { about, steps: [insureForMonth, renewWithNotice, amendRenewal({ rejected: true })] },
  "v2.contract.renewal.resumed": {
    about,
    steps: [insureForMonth, renewWithNotice, amendRenewal({ rejected: true }), amendRenewal({ rejected: false })],
  },
  "v2.contract.renewal.notification": { about, steps: [insureForTwoMonths, renewWithNotice, advanceClock("P1M")] },
};
