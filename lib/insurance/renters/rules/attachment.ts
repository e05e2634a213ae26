import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { isJsonObject, isMissing, quote } from "#lib/platform/wire/fields.ts";
import { unknownName } from "#lib/platform/wire/unknown-names.ts";

/** 9003: the same for a uid that another partner uses and for one that nobody does (rules/renters.md#attach-8). */
export function notAttached(field: "uid" | "userId", uid: string): ApiError {
  const message = `Unauthorized user: ${field} ${quote(uid)} names no rental company that is attached to this API key's environment`;
  return new ApiError("UNAUTHORIZED_USER", `${message}; GET /renters lists those that are, and POST /renters attaches one`, { field });
}

/** 9003 for a contract whose rental company was detached. */
export function noLongerAttached(uid: string): ApiError {
  const message = `Unauthorized user: the contract's rental company ${quote(uid)} is no longer attached to this API key's environment`;
  return new ApiError("UNAUTHORIZED_USER", `${message}; POST /renters attaches it again`);
}

/** Reads a JSON text or `{"renter_id": uid}`: 2000 without a uid, 400 with another field (rules/renters.md#attach-2). */
export function readRenterId(body: unknown): string {
  const value = isJsonObject(body) ? body.renter_id : body;
  const accepted = 'send the uid of a renter as a JSON text, or as {"renter_id": uid}';
  if (isMissing(value)) throw fieldError("RENTER_ID_MISSING", "renter_id", `is missing: ${accepted}`);
  if (typeof value !== "string") throw fieldError("RENTER_ID_MISSING", "renter_id", `must be a text, not ${quote(value)}: ${accepted}`);
  const unknownField = isJsonObject(body) ? Object.keys(body).find((name) => name !== "renter_id") : undefined;
  if (unknownField !== undefined) throw unknownName("MALFORMED_REQUEST", { kind: "field", at: "", name: unknownField }, ["renter_id"]);
  return value;
}
