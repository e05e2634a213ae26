import { hasAtMost } from "#lib/characters.ts";
import { identifierLimit, productsLimit } from "#lib/contracts/requests.ts";
import { isJsonObject, plainZipcode } from "#lib/contracts/rules/fields.ts";
import type { Fields } from "#lib/contracts/rules/fields.ts";
import { cityCountries } from "#lib/contracts/rules/parties.ts";
import type { CityCountry } from "#lib/contracts/rules/parties.ts";

/** What the body of a creation or a change refers to, for the verb to load. */
export interface References {
  uid: string | undefined;
  productIds: string[];
  zipcodes: { country: CityCountry; zipcode: string }[];
}

const maxZipcodeLength = 16;

/** Collects the references of an unchecked body. Never throws, and skips what no rule would accept, so that hostile bodies are cheap. */
export function referencesOf(body: unknown): References {
  if (!isJsonObject(body)) return { uid: undefined, productIds: [], zipcodes: [] };
  return {
    uid: readIdentifier(body.uid),
    productIds: readProductIds(body.products),
    zipcodes: [body.company, body.individual].filter(isJsonObject).flatMap(readZipcode),
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
  const country = cityCountries.find((each) => each === trimmed(party.country));
  const zipcode = typeof party.zipcode === "string" ? plainZipcode(party.zipcode) : undefined;
  return country === undefined || zipcode === undefined || zipcode === "" || zipcode.length > maxZipcodeLength
    ? []
    : [{ country, zipcode }];
}

function trimmed(value: unknown): string | undefined {
  return typeof value === "string" ? value.trim() : undefined;
}
