import type { Feature } from "#lib/account/worlds/schema.ts";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType } from "#lib/insurance/catalogue/catalogue.ts";
import type { CatalogueProduct } from "#lib/insurance/contracts/rules/basket.ts";
import type { CreationFacts } from "#lib/insurance/contracts/rules/creation.ts";
import type { CityAnswer, CityCountry } from "#lib/insurance/geo/rules/match.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

export const sampleNow = new Date("2027-03-01T09:00:00.000Z");

const sampleCities: Record<CityCountry, Record<string, readonly string[]>> = {
  FR: { "75002": ["PARIS-2EME-ARRONDISSEMENT"], "69380": ["LOZANNE", "CHATILLON", "CHAZAY-D-AZERGUES"], "97400": ["SAINT-DENIS"] },
  RE: { "97400": ["SAINT-DENIS"] },
  IT: { "00118": ["ROMA"] },
};

/** Looks up a few cities, by any part of their name. */
export function findSampleCity(country: CityCountry, zipcode: string, city: string): CityAnswer {
  const cities = Object.hasOwn(sampleCities[country], zipcode) ? sampleCities[country][zipcode] : undefined;
  if (cities === undefined) return { status: "unknown_zipcode" };
  const known = city === "" ? undefined : cities.find((each) => each.includes(city.toUpperCase()));
  return known === undefined ? { status: "unknown_city", cities } : { status: "known", city: known };
}

const sampleBike: CatalogueProduct = { productId: "prod_bike", productType: "bike", productSubtype: "electric", valueExclCents: 240_000 };

export function sampleFacts(changes: Partial<CreationFacts> & { features?: readonly Feature[] } = {}): CreationFacts {
  const { features = [], ...facts } = changes;
  return {
    now: sampleNow,
    preview: false,
    partner: { features, openContractsLimit: null, tariffId: null },
    renter: { contractTypes, productTypes: productTypeNames, timeZone: "UTC" },
    products: new Map([
      ["prod_bike", sampleBike],
      ["bike-uid", sampleBike],
      ["prod_camera", { productId: "prod_camera", productType: "high-tech", productSubtype: "camera", valueExclCents: 90_000 }],
      ["prod_tent", { productId: "prod_tent", productType: "event", productSubtype: "tent", valueExclCents: 50_000 }],
      ["prod_ski", { productId: "prod_ski", productType: "wintersports", productSubtype: "ski", valueExclCents: 10_000 }],
      ["prod_kayak", { productId: "prod_kayak", productType: "watersports", productSubtype: "kayak", valueExclCents: 10_000 }],
    ]),
    cities: findSampleCity,
    ...facts,
  };
}

export const sampleProduct = { product_id: "prod_bike", data: { user_name: "Ada Martin", product_marked: "BC-1" } };

export const sampleInline = {
  product_type: "bike",
  product_subtype: "electric",
  value_excl: 2400,
  brand: "Moustache",
  model: "Lundi 27",
  data: sampleProduct.data,
};

export const sampleCompany = {
  company_name: "Vélos de la Seine",
  first_name: "Ada",
  last_name: "Martin",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "Paris",
  country: "FR",
  siren: "552100554",
};

export const sampleIndividual = {
  first_name: "Ada",
  last_name: "Martin",
  address: "12 rue de la Paix",
  zipcode: "75002",
  city: "Paris",
  phone_number: "+33612345678",
  country: "FR",
  email: "ada@example.com",
};

export type SampleBody = Record<string, unknown>;

const common = { uid: "renter-lyon", start_date: "2027-03-01T10:00:00Z", products: [sampleProduct] };

export const sampleBodies = {
  LCD: { ...common, contract_type: "LCD", end_date: "2027-03-08T10:00:00Z", options: ["break", "theft"] },
  LMD_under_6_months: { ...common, contract_type: "LMD", end_date: "2027-06-01T10:00:00Z", options: ["break", "theft"] },
  LMD_6_months_or_more: {
    ...common,
    contract_type: "LMD",
    end_date: "2027-09-01T10:00:00Z",
    options: ["break", "theft", "company"],
    company: sampleCompany,
  },
  LLD: {
    ...common,
    contract_type: "LLD",
    end_date: "2029-03-01T10:00:00Z",
    options: ["break", "theft", "company", "pro"],
    company: sampleCompany,
  },
} satisfies Record<string, SampleBody & { contract_type: ContractType }>;

/** The error that `decide` throws; undefined if it succeeds. */
function errorOf(decide: () => unknown): ApiError | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const aboutNoField: readonly ErrorName[] = ["UNAUTHORIZED_USER", "CONTRACT_NOT_OPEN", "MALFORMED_REQUEST"];

/** True unless `decide` throws an error about a field without naming it (rules/errors.md#requests-8). */
export function namesField(decide: () => unknown): boolean {
  const error = errorOf(decide);
  return error === undefined || error.field !== undefined || aboutNoField.includes(error.errorName);
}

/** The name of the error that `decide` throws; undefined if it succeeds. */
export function faultOf(decide: () => unknown): ErrorName | undefined {
  return errorOf(decide)?.errorName;
}

/** `faultOf` for the rules of an endpoint, which must declare each error that they throw. */
export function faultsOf(endpoint: Endpoint): typeof faultOf {
  const declared = [...endpoint.errors, ...pipelineErrorsOf(endpoint)];
  return (decide) => {
    const name = faultOf(decide);
    if (name !== undefined && !declared.includes(name)) throw new Error(`${endpoint.id} does not declare ${name}`);
    return name;
  };
}
