import { contractErrors } from "#lib/contracts/errors.ts";

type ContractError = keyof typeof contractErrors;

/** The names of the contract errors whose code lies in one of the ranges, both ends included. */
export function errorsWithCodes(...ranges: readonly (readonly [number, number])[]): ContractError[] {
  const names = Object.keys(contractErrors) as ContractError[];
  return names.filter((name) => ranges.some(([first, last]) => contractErrors[name].code >= first && contractErrors[name].code <= last));
}

/** The codes of the insured parties (resolutions.md § 3, Parties). */
export const partyErrors = [
  [1100, 1109],
  [1400, 1410],
] as const;
/** The codes of products to insure (resolutions.md § 3, Products in a contract). */
export const productErrors = [
  [1200, 1230],
  [1300, 1321],
] as const;
