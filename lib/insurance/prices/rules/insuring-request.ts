import { bikeUsages, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option, Term } from "#lib/insurance/catalogue/catalogue.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { PriceQuestion } from "#lib/insurance/prices/requests.ts";

const individual = {
  first_name: "Ada",
  last_name: "Martin",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "Paris",
  country: "FR",
  phone_number: "+33612345678",
};

/**
 * The request that insures what was calculated, for the same price: with an insured person where the term needs a party, and a usage where
 * an LLD needs one and none was chosen. `term` and `period` are undefined while the dates are not filled in.
 */
export function insuringRequest(
  uid: string,
  { productType, productSubtype, contractType, valueExclCents, options: chosen }: Omit<PriceQuestion, keyof Period | "uid">,
  term: Term | undefined,
  period: Period | undefined,
): Record<string, unknown> {
  const hasParty = contractType === "LLD" || term === "LMD_6_months_or_more";
  const needsUsage = contractType === "LLD" && productType === "bike" && !chosen.some((option) => bikeUsages.includes(option));
  // The usage "to and from work" costs the same as no usage.
  const added: Option[] = [...(needsUsage ? ["home_to_work" as const] : []), ...(hasParty ? ["individual" as const] : [])];
  return {
    uid,
    contract_type: contractType,
    ...(period && { start_date: period.startDate.toISOString(), end_date: period.endDate.toISOString() }),
    options: [...chosen, ...added],
    ...(hasParty && { individual }),
    products: [
      {
        product_type: productType,
        product_subtype: productSubtype ?? productTypes[productType][0],
        value_excl: valueExclCents / 100,
        brand: "Moustache",
        model: "Lundi 27",
        data: { product_marked: "BC-12345", user_name: "Ada Martin" },
      },
    ],
  };
}
