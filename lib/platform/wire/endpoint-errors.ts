import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Side } from "#lib/platform/wire/endpoint.ts";
import { unknownNameErrors } from "#lib/platform/wire/unknown-names.ts";

/** 9003 also answers a suspended partner, and a right that the key lacks. */
const errorsOfEveryCall: readonly ErrorName[] = [
  "MISSING_API_KEY",
  "INVALID_API_KEY",
  "UNAUTHORIZED_USER",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];
const errorsOfLimitedKeys: readonly ErrorName[] = ["INSUFFICIENT_PERMISSIONS"];
const errorsOfInput: readonly ErrorName[] = ["MALFORMED_REQUEST"];
const errorsOfBodies: readonly ErrorName[] = ["BODY_TOO_LARGE", "CONTENT_TYPE_UNSUPPORTED", "CONTENT_ENCODING_UNSUPPORTED"];
const errorsOfStreamedBodies: readonly ErrorName[] = ["BODY_TOO_LARGE", "CONTENT_ENCODING_UNSUPPORTED"];
const errorsOfWrites: readonly ErrorName[] = ["MALFORMED_REQUEST", "IDEMPOTENT_CALL_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"];

/** The errors that the pipeline may answer at an endpoint (rules/errors.md#answers-1). */
export function pipelineErrorsOf({ side, method, params, query, body, environment, right, errors }: Endpoint): readonly ErrorName[] {
  const reads = params !== undefined || query !== undefined || body !== undefined;
  const names: ErrorName[] = [
    ...errorsOfEveryCall,
    ...(environment !== undefined || (side === "contract" && right !== null) ? errorsOfLimitedKeys : []),
    ...(reads ? errorsOfInput : []),
    unknownNameErrors[side],
    ...(body === undefined ? [] : body.streamed ? errorsOfStreamedBodies : errorsOfBodies),
    ...(isWrite(method) ? errorsOfWrites : []),
  ];
  // A code of the claims that the endpoint declares stays its own.
  return [...new Set(names.map((name) => nameOnSide(side, name)))].filter((name) => names.includes(name) || !errors.includes(name));
}

/** Claims have codes of their own for unreadable requests (rules/errors.md#envelopes-3). */
const namesOfClaims: Partial<Record<ErrorName, ErrorName>> = {
  MALFORMED_REQUEST: "CLAIM_VALIDATION_ERROR",
  CONTENT_TYPE_UNSUPPORTED: "UNSUPPORTED_CONTENT_TYPE",
};

function nameOnSide(side: Side, name: ErrorName): ErrorName {
  return (side === "claim" ? namesOfClaims[name] : undefined) ?? name;
}

/** Gives an error of the pipeline the name that it has on the side of the endpoint; any other error as it is. */
export function errorOnSide(side: Side, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const name = nameOnSide(side, error.errorName);
  return name === error.errorName ? error : new ApiError(name, error.message, { cause: error, field: error.field });
}
