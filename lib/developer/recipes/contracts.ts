import type { RecipeStep, Recipes } from "#lib/developer/recipes/recipe.ts";

const bike = {
  product_type: "bike",
  product_subtype: "electric",
  value_excl: 2400,
  brand: "Moustache",
  model: "Lundi 27",
  data: { product_marked: "BC-12345", user_name: "Ada Martin" },
};

export const insureBike = (until: string): RecipeStep => ({
  method: "POST",
  path: "/contracts",
  body: { uid: "{renter}", contract_type: "LCD", end_date: until, options: ["break", "theft"], products: [bike] },
  capture: { cid: "contract.cid", cpid: "contract.products.*", start: "contract.start_date" },
});

const person = { first_name: "Ada", last_name: "Martin", address: "12 rue de la Paix", zipcode: "75002", city: "Paris", country: "FR" };

export const insureForMonths = (until: string): RecipeStep => ({
  method: "POST",
  path: "/contracts",
  body: { uid: "{renter}", contract_type: "LMD", end_date: until, options: ["break", "theft"], products: [bike] },
  capture: { cid: "contract.cid" },
});

/** Half a year, since only a long contract takes a company. */
export const insureForCompany: RecipeStep = {
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
export const insureForYear: RecipeStep = {
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
export const advanceClock = (by: string): RecipeStep => ({ method: "POST", path: "/sandbox/clock", body: { advance: by } });

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
