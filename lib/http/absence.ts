import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { NotFound } from "#lib/refusal.ts";

/** The API tells by its codes what it does not find, mostly under the status 400; people are told 404. */
const absences: readonly ErrorName[] = [
  "CATALOGUE_PRODUCT_NOT_FOUND",
  "CLAIM_NOT_FOUND",
  "CONTRACT_NOT_FOUND",
  "DOCUMENT_NOT_FOUND",
  "RENEWAL_NOT_FOUND",
  "RENTER_UNKNOWN",
];

/** Whether a verb failed because what was asked for is not there, or is somebody else's. */
export function isAbsence(error: unknown): boolean {
  return error instanceof NotFound || (error instanceof ApiError && absences.includes(error.errorName));
}
