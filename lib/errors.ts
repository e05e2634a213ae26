import { claimErrors } from "#lib/claims/errors.ts";
import { contractErrors } from "#lib/contracts/errors.ts";
import type { ErrorEntry } from "#lib/error-entry.ts";
import { eventErrors } from "#lib/events/errors.ts";
import { keyErrors } from "#lib/keys/errors.ts";
import { productErrors } from "#lib/products/errors.ts";
import { renewalErrors } from "#lib/renewals/errors.ts";
import { renterErrors } from "#lib/renters/errors.ts";
import { requestErrors } from "#lib/request-errors.ts";

/** Every error of the API by name: the one list that types, answers, OpenAPI, the docs and the portal derive from. */
export const errorCatalogue = {
  ...requestErrors,
  ...keyErrors,
  ...contractErrors,
  ...claimErrors,
  ...renewalErrors,
  ...productErrors,
  ...renterErrors,
  ...eventErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof errorCatalogue;

/**
 * A refusal that the caller may read: what verbs and rules throw.
 * `message` names the offending field and the accepted values; without one the catalogue's meaning is said.
 */
export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly entry: ErrorEntry;

  constructor(errorName: ErrorName, message?: string, options?: ErrorOptions) {
    const entry: ErrorEntry = errorCatalogue[errorName];
    super(message ?? entry.meaning, options);
    this.name = "ApiError";
    this.errorName = errorName;
    this.entry = entry;
  }
}
