import type { PartnerSettings } from "#lib/account/worlds/context.ts";
import type { ContractType, Option } from "#lib/insurance/catalogue/catalogue.ts";
import { decideOptions, readOptions, termOf } from "#lib/insurance/catalogue/options.ts";
import { readContractType, readPeriod } from "#lib/insurance/catalogue/period.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { createContractBody } from "#lib/insurance/contracts/requests.ts";
import { readBasket } from "#lib/insurance/contracts/rules/basket.ts";
import type { CatalogueProduct, NewProduct } from "#lib/insurance/contracts/rules/basket.ts";
import { decideParties } from "#lib/insurance/contracts/rules/parties.ts";
import type { Parties } from "#lib/insurance/contracts/rules/parties.ts";
import type { CityFinder } from "#lib/insurance/geo/rules/match.ts";
import type { Renewal } from "#lib/insurance/renewals/renewal.ts";
import { renewedPeriod } from "#lib/insurance/renewals/rules/schedule.ts";
import { notAttached } from "#lib/insurance/renters/rules/attachment.ts";
import type { RenterFacts } from "#lib/insurance/renters/schema.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { hasAtMost } from "#lib/platform/text/characters.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";
import { assertFieldsKnown, isJsonObject, isMissing, quote } from "#lib/platform/wire/fields.ts";
import type { Fields } from "#lib/platform/wire/fields.ts";
import { identifierLimit } from "#lib/platform/wire/limits.ts";

export interface CreationFacts {
  now: Date;
  preview: boolean;
  partner: PartnerSettings;
  /** Undefined if it is not attached to the calling key. */
  renter: RenterFacts | undefined;
  products: ReadonlyMap<string, CatalogueProduct>;
  cities: CityFinder;
}

export interface NewContract extends Period, Parties, LocalCalendar {
  uid: string;
  contractType: ContractType;
  options: Option[];
  /** Undefined if the body does not say. */
  wantsRenewal: boolean | undefined;
  test: boolean | undefined;
  products: NewProduct[];
}

/** Decides on a body of `POST /contracts`. The first failing check answers (rules/contracts.md#create-5). */
export function decideCreation(body: unknown, facts: CreationFacts): NewContract {
  if (!isJsonObject(body)) throw new ApiError("MALFORMED_REQUEST", "the body must be a JSON object");
  const { now, preview, partner, renter, products, cities } = facts;

  const uid = readUid(body.uid);
  if (renter === undefined) throw notAttached("uid", uid);
  assertFieldsKnown(body, Object.keys(createContractBody.shape), "");
  const contractType = readContractType(body.contract_type, renter.contractTypes);
  const calendar = { timeZone: renter.timeZone, renewalDay: null };
  const period = readPeriod(body, contractType, calendar, now);
  const requested = readOptions(body.options);
  const basket = readBasket(body.products, {
    contractType,
    allowedTypes: renter.productTypes,
    products,
    shared: requested.includes("sharing"),
    preview,
  });
  const term = termOf(contractType, period, calendar);
  const productTypes = new Set(basket.map(({ insured }) => insured.productType));
  const options = decideOptions(requested, { term, productTypes, features: partner.features });
  const parties = decideParties(body, { term, options, cities, preview });

  return {
    uid,
    contractType,
    ...period,
    ...calendar,
    options,
    ...parties,
    wantsRenewal: readFlag(body, "automatic_renewal"),
    test: readFlag(body, "test"),
    products: basket,
  };
}

function readUid(body: unknown): string {
  if (isMissing(body)) throw fieldError("UID_MISSING", "uid", "is missing: send the uid of a renter that is attached to this API key");
  if (typeof body !== "string" || !hasAtMost(identifierLimit, body)) {
    throw fieldError("UID_MISSING", "uid", `must be a text of 1 to ${identifierLimit} characters`);
  }
  return body;
}

function readFlag(body: Fields, field: "automatic_renewal" | "test"): boolean | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw fieldError("MALFORMED_REQUEST", field, `must be true or false, not ${quote(value)}`);
  return value;
}

/** True if the renewal is live and not rejected, no termination is planned, and a product lasts until the end. */
export function isApplied(contract: Contract, live: Renewal | undefined): live is Renewal {
  return live !== undefined && live.rejectedAt === null && !contract.terminationPlanned && lastingProducts(contract).length > 0;
}

/** Makes the next contract without prices: same renter, type, options, parties and lasting products, from the old end on. */
export function renewContract(
  contract: Contract,
  renewal: Renewal,
  names: { cid: string; tariffId: string; newCpid: () => string },
  now: Date,
): Contract & { cid: string } {
  const startDate = contract.endDate;
  const { endDate, ...calendar } = renewedPeriod(contract, renewal.durationMonths);
  const products = lastingProducts(contract).map((product) => ({ ...product, cpid: names.newCpid(), startDate, endDate, priceCents: 0 }));
  return {
    ...contract,
    ...calendar,
    cid: names.cid,
    tariffId: names.tariffId,
    status: "open",
    startDate,
    endDate,
    terminationPlanned: false,
    endReason: null,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
    products,
  };
}

/** Open entries until the contract's end, without a planned removal. */
function lastingProducts({ endDate, products }: Contract): ContractProduct[] {
  return products.filter(
    (product) => product.status === "open" && product.endReason === null && product.endDate.getTime() === endDate.getTime(),
  );
}
