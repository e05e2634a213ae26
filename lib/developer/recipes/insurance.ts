import type { Recipe, RecipeStep, Recipes } from "#lib/developer/recipes/recipe.ts";

const bike = {
  product_type: "bike",
  product_subtype: "electric",
  value_excl: 2400,
  brand: "Moustache",
  model: "Lundi 27",
  data: { product_marked: "BC-12345", user_name: "Ada Martin" },
};

const insureBike = (until: string): RecipeStep => ({
  method: "POST",
  path: "/contracts",
  body: { uid: "{renter}", contract_type: "LCD", end_date: until, options: ["break", "theft"], products: [bike] },
  capture: { cid: "contract.cid", cpid: "contract.products.*", start: "contract.start_date" },
});

const person = { first_name: "Ada", last_name: "Martin", address: "12 rue de la Paix", zipcode: "75002", city: "Paris", country: "FR" };

const insureForMonths = (until: string): RecipeStep => ({
  method: "POST",
  path: "/contracts",
  body: { uid: "{renter}", contract_type: "LMD", end_date: until, options: ["break", "theft"], products: [bike] },
  capture: { cid: "contract.cid" },
});

/** Half a year, since only a long contract takes a company. */
const insureForCompany: RecipeStep = {
  method: "POST",
  path: "/contracts",
  body: {
    uid: "{renter}",
    contract_type: "LMD",
    end_date: "{now+7mo}",
    options: ["break", "theft", "company"],
    company: { company_name: "Vélos de la Seine", ...person },
    products: [bike],
  },
  capture: { cid: "contract.cid" },
};

/** A year, for one person. */
const insureForYear: RecipeStep = {
  method: "POST",
  path: "/contracts",
  body: {
    uid: "{renter}",
    contract_type: "LLD",
    end_date: "{now+12mo}",
    options: ["break", "theft", "home_to_work", "individual"],
    individual: { ...person, phone_number: "+33612345678" },
    products: [bike],
  },
  capture: { cid: "contract.cid" },
};

/** By an ISO 8601 duration. */
const advanceClock = (by: string): RecipeStep => ({ method: "POST", path: "/sandbox/clock", body: { advance: by } });

const insureForWeek = insureBike("{now+7d}");
const insureForHour = insureBike("{now+1h}");
const about = "cid";

export const contractRecipes: Omit<Recipes<"v2.contract.">, `v2.contract.renew${string}`> = {
  "v2.contract.created": { about, steps: [insureForWeek] },
  "v2.contract.updated": {
    about,
    steps: [insureForWeek, { method: "PATCH", path: "/contracts/{cid}", body: { end_date: "{now+9d}" } }],
  },
  "v2.contract.closed": { about, steps: [insureForHour, advanceClock("PT2H")] },
  "v2.contract.canceled": { about, steps: [insureForWeek, { method: "DELETE", path: "/contracts/{cid}" }] },
  "v2.contract.terminated": {
    about,
    steps: [
      insureForWeek,
      advanceClock("PT5H"),
      { method: "DELETE", path: "/contracts/{cid}", body: { reason: "The customer bought the bike." } },
    ],
  },
  "v2.contract.reopened": {
    about,
    steps: [
      insureForHour,
      advanceClock("PT2H"),
      { method: "POST", path: "/sandbox/contracts/{cid}/reopen", body: { end_date: "{now+7d}" } },
    ],
  },
};

/** The smallest PNG, in base64. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC";

const insure = insureBike("{now+7d}");

const declareBreak: RecipeStep = {
  method: "POST",
  path: "/claims",
  body: {
    userId: "{renter}",
    contractId: "{cid}",
    contractProductId: "{cpid}",
    type: "break",
    subtype: "partial_break",
    claimAt: "{start}",
    description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
    questions: {
      "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
      "La casse est-elle due à un accident avec un tiers ?": false,
      "Avez-vous fait un constat avec le tiers ?": false,
      "La réparation est-elle effectuée en externe ?": false,
    },
    insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
    location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
  },
  capture: { claim: "data.id" },
};

const photo = (type: string) => ({ type, title: type, filename: "photo.png", content: picture });

const mandatory = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"].map(photo);

const capturesDocument = { document: "data.0.id" };

const uploadAll: RecipeStep = { method: "PUT", path: "/claims/{claim}/documents", body: mandatory, capture: capturesDocument };

const uploadAndSubmit: RecipeStep = { ...uploadAll, path: "/claims/{claim}/documents?autoSubmit=true" };

const uploadOne: RecipeStep = { ...uploadAll, body: mandatory.slice(0, 1) };

const cancel: RecipeStep = { method: "DELETE", path: "/claims/{claim}" };

/** A move of the played insurer. */
const play = (move: string, body?: unknown, capture?: RecipeStep["capture"]): RecipeStep => ({
  method: "POST",
  path: `/sandbox/claims/{claim}/${move}`,
  ...(body !== undefined && { body }),
  ...(capture !== undefined && { capture }),
});

const takeOver = play("takeOver");

const approve = play("approveRefund", { amount: 320 }, { settlement: "data.settlements.0.id" });

const pay = play("executePayment", { settlementId: "{settlement}" });

const submitted = [insure, declareBreak, uploadAndSubmit] as const;

const ofClaim = (...steps: Recipe["steps"]): Recipe => ({ about: "claim", steps });

export const claimRecipes: Recipes<"v2.claim."> = {
  "v2.claim.draft.created": ofClaim(insure, declareBreak),
  "v2.claim.draft.ready": ofClaim(insure, declareBreak, uploadAll),
  "v2.claim.draft.archived": ofClaim(insure, declareBreak, cancel),
  "v2.claim.created": ofClaim(insure, declareBreak, uploadAll, { method: "POST", path: "/claims/{claim}/submit" }),
  "v2.claim.closed": ofClaim(...submitted, takeOver, approve, pay),
  "v2.claim.reopened": ofClaim(...submitted, takeOver, approve, pay, play("reopenClaim", { reason: "A second invoice arrived." })),
  "v2.claim.abandoned": ofClaim(...submitted, cancel),
  "v2.claim.refused": ofClaim(...submitted, takeOver, play("rejectClaim", { reason: "The damage is older than the contract." })),
  "v2.claim.status.updated": ofClaim(...submitted, takeOver),
  "v2.claim.document.uploaded": ofClaim(insure, declareBreak, uploadOne),
  "v2.claim.document.accepted": ofClaim(...submitted, takeOver, play("acceptDocument", { documentId: "{document}" })),
  "v2.claim.document.refused": ofClaim(
    ...submitted,
    takeOver,
    play("refuseDocument", { documentId: "{document}", reason: "The photo is blurred.", askAgain: false }),
  ),
  "v2.claim.document.requested": ofClaim(
    ...submitted,
    takeOver,
    play("requestDocument", { type: "Facture de réparation", category: "expected" }),
  ),
  "v2.claim.settlement.created": ofClaim(...submitted, takeOver, approve),
  "v2.claim.settlement.paid": ofClaim(...submitted, takeOver, approve, pay),
  "v2.claim.settlement.returned": ofClaim(
    ...submitted,
    takeOver,
    approve,
    pay,
    play("returnPayment", { settlementId: "{settlement}", reason: "The account is closed." }),
  ),
};

const renewWithNotice: RecipeStep = {
  method: "POST",
  path: "/contracts/{cid}/automaticRenewal",
  body: { use_notification: true },
  capture: { arid: "automatic_renewal.arid" },
};

const amendRenewal = (body: unknown): RecipeStep => ({ method: "PATCH", path: "/contracts/{cid}/automaticRenewal/{arid}", body });

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
