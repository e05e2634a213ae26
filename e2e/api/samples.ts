import { addDays, insurerCalendar } from "#lib/platform/time/days-and-months.ts";

const hour = 3_600_000;

/** The instant in so many hours. */
export function inHours(hours: number): string {
  return new Date(Date.now() + hours * hour).toISOString();
}

/** The instant in so many days of 24 hours. */
export function inDays(days: number): string {
  return inHours(24 * days);
}

/** The description of a bike, in a contract itself or in the catalogue. */
export const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" };

/** A product of a contract, complete for every contract type. */
export function insured(product: object = bike, data: object = {}): Record<string, unknown> {
  return { ...product, data: { product_marked: "BC-12345", user_name: "Ada Martin", ...data } };
}

export const company = {
  company_name: "Vélos de la Seine",
  first_name: "Ada",
  last_name: "Martin",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "Paris",
  country: "FR",
  siren: "552100554",
};

export const individual = {
  first_name: "Grace",
  last_name: "Hopper",
  address: "1 place Bellecour",
  zipcode: "69002",
  city: "lyon",
  phone_number: "+33612345678",
  country: "FR",
  email: "grace@example.com",
};

export type ContractBody = Record<string, unknown> & { products: Record<string, unknown>[] };

function body(
  term: { contract_type: string; days: number; options: string[] } & Record<string, unknown>,
  uid: string,
  changes: Record<string, unknown>,
): ContractBody {
  const { days, ...fields } = term;
  const start = new Date(Date.now() + 24 * hour);
  return {
    uid,
    start_date: start.toISOString(),
    end_date: addDays(start, days, insurerCalendar).toISOString(),
    products: [insured()],
    ...fields,
    ...changes,
  };
}

/** Seven days from tomorrow: 13.55 EUR. */
export function lcd(uid: string, changes: Record<string, unknown> = {}): ContractBody {
  return body({ contract_type: "LCD", days: 7, options: ["break", "theft"] }, uid, changes);
}

/** Three months and less than six, from tomorrow: 89.02 EUR. */
export function lmd(uid: string, changes: Record<string, unknown> = {}): ContractBody {
  return body({ contract_type: "LMD", days: 92, options: ["break", "theft"] }, uid, changes);
}

/** More than six months, so that a party is needed. */
export function longLmd(uid: string, changes: Record<string, unknown> = {}): ContractBody {
  return body({ contract_type: "LMD", days: 200, options: ["break", "theft", "individual"], individual }, uid, changes);
}

/** Two years from tomorrow: 541.51 EUR. */
export function lld(uid: string, changes: Record<string, unknown> = {}): ContractBody {
  return body({ contract_type: "LLD", days: 730, options: ["break", "theft", "company", "pro"], company }, uid, changes);
}
