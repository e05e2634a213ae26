import { cityCountries } from "#db/schema/enums.ts";
import { productsLimit } from "#lib/insurance/contracts/requests.ts";
import type { CityCountry } from "#lib/insurance/geo/rules/match.ts";
import { hasAtMost, visibleText } from "#lib/platform/text/characters.ts";
import { isJsonObject, plainZipcode } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";
import { identifierLimit } from "#lib/platform/wire/limits.ts";

/** The references in the body of a creation or a change, for the verb to load. */
export interface References {
  uid: string | undefined;
  productIds: string[];
  zipcodes: { country: CityCountry; zipcode: string }[];
}

const maxZipcodeLength = 16;

/** Collects the references of an unchecked body. Never throws, and skips what no rule would accept, so that hostile bodies are cheap. */
export function referencesOf(body: unknown): References {
  if (!isJsonObject(body)) return { uid: undefined, productIds: [], zipcodes: [] };
  const parties = [body.company, body.individual].filter(isJsonObject);
  return {
    uid: readIdentifier(body.uid),
    productIds: readProductIds(body.products),
    zipcodes: parties.flatMap(readZipcode),
  };
}

function readProductIds(products: unknown): string[] {
  if (!Array.isArray(products) || products.length > productsLimit) return [];
  const ids = products.filter(isJsonObject).map(({ product_id }) => readIdentifier(product_id));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function readIdentifier(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && hasAtMost(identifierLimit, value) ? value : undefined;
}

function readZipcode(party: Fields): References["zipcodes"] {
  const country = cityCountries.find((each) => each === visible(party.country));
  const zipcode = typeof party.zipcode === "string" ? plainZipcode(party.zipcode) : undefined;
  return country === undefined || zipcode === undefined || zipcode === "" || zipcode.length > maxZipcodeLength
    ? []
    : [{ country, zipcode }];
}

function visible(value: unknown): string | undefined {
  return typeof value === "string" ? visibleText(value) : undefined;
}
