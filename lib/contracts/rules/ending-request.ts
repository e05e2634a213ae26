import { hasAtMost } from "#lib/characters.ts";
import type { Contract } from "#lib/contracts/contract.ts";
import { textLimit } from "#lib/contracts/requests.ts";
import { readInstant } from "#lib/contracts/rules/period.ts";
import { ApiError } from "#lib/errors.ts";

const accepted = `a text of 1 to ${textLimit} characters`;

/** The reason of a removal or a termination, required (1053). */
export function readReason(value: unknown): string {
  const reason = readOptionalReason(value);
  if (reason === null) throw new ApiError("REASON_MISSING", `reason is missing: send ${accepted}`);
  return reason;
}

/** The reason of a cancellation, which may be left out; one that is sent must still be a text (1053). */
export function readOptionalReason(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const reason = typeof value === "string" ? value.trim() : undefined;
  if (reason === undefined || !hasAtMost(textLimit, reason)) throw new ApiError("REASON_MISSING", `reason must be ${accepted}`);
  return reason === "" ? null : reason;
}

/** The `end_date` of a body, null where it is left out or null: 1002 for anything but an instant. */
export function readOptionalEnd(value: unknown): Date | null {
  return value === undefined || value === null ? null : readInstant(value, "end_date");
}

/**
 * When a cover is to end, `now` where the field is left out or null: 1002 for anything but an instant,
 * `pastError` before now, 1352 after the contract's end (resolutions.md § 3, Products of a contract, Delete).
 */
export function readEnd(value: unknown, contract: Contract, pastError: "END_IN_PAST" | "REMOVAL_END_IN_PAST", now: Date): Date {
  const end = readOptionalEnd(value);
  if (end === null) return now;
  if (end < now) {
    throw new ApiError(pastError, `end_date ${end.toISOString()} is in the past: send an instant to come, or leave it out to end now`);
  }
  if (end > contract.endDate) {
    throw new ApiError(
      "END_AFTER_CONTRACT",
      `end_date ${end.toISOString()} is after the end of the contract, ${contract.endDate.toISOString()}`,
    );
  }
  return end;
}
