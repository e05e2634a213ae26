import { isDeepStrictEqual } from "node:util";
import type { PartnerSettings } from "#lib/account/worlds/context.ts";
import { termOf } from "#lib/insurance/catalogue/options.ts";
import { calendarFor } from "#lib/insurance/catalogue/period.ts";
import type { Period } from "#lib/insurance/catalogue/period.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { patchContractBody } from "#lib/insurance/contracts/requests-changes.ts";
import type { PatchContractBody } from "#lib/insurance/contracts/requests-changes.ts";
import {
  amendPeriod,
  assertContractOpen,
  hasStarted,
  isCancellable,
  isSamePeriod,
  moveProducts,
  takesCorrections,
} from "#lib/insurance/contracts/rules/amend-period.ts";
import type { MovedProduct } from "#lib/insurance/contracts/rules/amend-period.ts";
import { replaceProducts } from "#lib/insurance/contracts/rules/amend-products.ts";
import type { Replacement } from "#lib/insurance/contracts/rules/amend-products.ts";
import { decideParties } from "#lib/insurance/contracts/rules/parties.ts";
import type { Parties } from "#lib/insurance/contracts/rules/parties.ts";
import { assertCapacity } from "#lib/insurance/contracts/rules/products.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import type { CityFinder } from "#lib/insurance/geo/rules/match.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import { isJsonObject, readFields } from "#lib/platform/wire/fields.ts";
import type { Fields, SentFields } from "#lib/platform/wire/fields.ts";

type Changes = SentFields<keyof PatchContractBody>;

export interface AmendmentFacts {
  now: Date;
  partner: Pick<PartnerSettings, "features">;
  cities: CityFinder;
}

export interface Amendment extends Period, Parties {
  /** False if the contract already is as the body asks. */
  changed: boolean;
  moved: MovedProduct[];
  replacements: Replacement[];
}

/**
 * Decides a `PATCH /contracts/{contractId}` (rules/contracts.md#update-2): 1052, 1010, 1050, 1150/1151, then the creation rules on changed
 * fields only, so that newer rules do not block corrections of old contracts.
 */
export function decideAmendment(contract: Contract, body: unknown, { now, partner, cities }: AmendmentFacts): Amendment {
  const changes = readChanges(contract, body, now);
  assertNotFrozen(contract, changes, now);
  const period = amendPeriod(changes, contract, partner.features, now);
  const moved = moveProducts(contract, period, now);
  const replacements =
    changes.products === undefined ? [] : replaceProducts(changes.products, applyPeriod(contract, period, moved), partner.features, now);
  assertCapacity(contract, replacements.length);
  const parties = amendParties(contract, changes, period, cities);

  const isSame =
    isSamePeriod(contract, period) && isDeepStrictEqual(parties, { company: contract.company, individual: contract.individual });
  const replaced = new Set(replacements.map(({ cpid }) => cpid));
  return {
    ...period,
    ...parties,
    changed: !isSame || replacements.length > 0,
    moved: moved.filter(({ cpid }) => !replaced.has(cpid)),
    replacements,
  };
}

/** Merges the parties of a body into those of the contract, for look-ups before the decision. Never throws, whatever the body. */
export function mergeParties(contract: Contract, body: unknown): { company?: unknown; individual?: unknown } {
  if (!isJsonObject(body)) return {};
  const merge = (party: "company" | "individual") => {
    const value = body[party];
    return value === undefined ? {} : { [party]: isJsonObject(value) ? { ...contract[party], ...value } : value };
  };
  return { ...merge("company"), ...merge("individual") };
}

/** Applies an amendment without prices. `newCpids` gives each replaced entry the key of its replacement. */
export function applyAmendment(contract: Contract, amendment: Amendment, newCpids: ReadonlyMap<string, string>): Contract {
  const { startDate, endDate, company, individual, moved, replacements } = amendment;
  const replacing = new Map(replacements.map((replacement) => [replacement.cpid, replacement]));
  const products = applyPeriod(contract, amendment, moved).products.flatMap((product) => {
    const replacement = replacing.get(product.cpid);
    const cpid = newCpids.get(product.cpid);
    if (replacement === undefined) return [product];
    if (cpid === undefined) throw new Error(`no identifier for the entry that replaces ${product.cpid}`);
    return [
      { ...product, status: "has_been_replaced" as const, replacedBy: cpid },
      { ...product, ...replacement, cpid },
    ];
  });
  return { ...contract, ...calendarFor(contract, amendment), startDate, endDate, company, individual, products };
}

function readChanges(contract: Contract, body: unknown, now: Date): Changes {
  const correcting = takesCorrections(contract, now);
  if (!correcting) assertContractOpen(contract, now);
  const changes = readFields(body, patchContractBody);
  if (correcting && datesOf(changes).length > 0) assertContractOpen(contract, now);
  return changes;
}

function assertNotFrozen(contract: Contract, changes: Changes, now: Date): void {
  const [date] = datesOf(changes);
  if (date !== undefined && !isCancellable(contract.startDate, now)) {
    throw fieldError(
      "DATES_FROZEN",
      date,
      `can no longer change: the contract started more than 4 hours ago, on ${contract.startDate.toISOString()}`,
    );
  }
  if (!hasStarted(contract.startDate, now) || takesCorrections(contract, now)) return;
  if (changes.company !== undefined) throw new ApiError("COMPANY_FROZEN", undefined, { field: "company" });
  if (changes.individual !== undefined) throw new ApiError("INDIVIDUAL_FROZEN", undefined, { field: "individual" });
}

function datesOf(changes: Changes): string[] {
  return (["start_date", "end_date"] as const).filter((field) => changes[field] !== undefined);
}

function amendParties(contract: Contract, changes: Changes, period: Period, cities: CityFinder): Parties {
  if (changes.company === null) throw fieldError("COMPANY_INVALID", "company", "must be an object; it cannot be taken out of a contract");
  if (changes.individual === null) {
    throw fieldError("INDIVIDUAL_INVALID", "individual", "must be an object; it cannot be taken out of a contract");
  }
  const merged = mergeParties(contract, changes);
  // No option needs a party here: the contract has what its options need, and a change removes none.
  const decided = decideParties(merged, {
    term: termOf(contract.contractType, period, calendarFor(contract, period)),
    options: [],
    cities,
    preview: false,
  });
  return { company: decided.company ?? contract.company, individual: decided.individual ?? contract.individual };
}

function applyPeriod(contract: Contract, { startDate, endDate }: Period, moved: readonly MovedProduct[]): Contract {
  const periods = new Map(moved.map((product) => [product.cpid, product]));
  return { ...contract, startDate, endDate, products: contract.products.map((product) => ({ ...product, ...periods.get(product.cpid) })) };
}

/** Removes the fields whose values the contract already has, so that a contract can be read, edited and sent back. */
export function withoutUnchanged(contract: WireContract, body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const products: Fields = contract.products;
  const changed = Object.entries(body).filter(([name, value]) => !isSameField(value, contract, name));
  return Object.fromEntries(
    changed.map(([name, value]) => {
      if (name !== "products" || !isJsonObject(value)) return [name, value];
      return [name, Object.fromEntries(Object.entries(value).filter(([cpid, change]) => !isSameField(change, products, cpid)))];
    }),
  );
}

/** True for the answered value; instants are equal in any notation. */
function isSameField(value: unknown, fields: Fields, name: string): boolean {
  if (!Object.hasOwn(fields, name)) return false;
  const answered = fields[name];
  if (isDeepStrictEqual(value, answered)) return true;
  const [one, other] = [parseInstant(value), parseInstant(answered)];
  return one !== undefined && one.getTime() === other?.getTime();
}
