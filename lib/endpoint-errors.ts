import { isWrite } from "#lib/endpoint.ts";
import type { Endpoint } from "#lib/endpoint.ts";
import type { ErrorName } from "#lib/errors.ts";

/** 9003 also answers a suspended partner. */
const errorsOfEveryCall: readonly ErrorName[] = [
  "MISSING_API_KEY",
  "INVALID_API_KEY",
  "UNAUTHORIZED_USER",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];
const errorsOfEnvironment: readonly ErrorName[] = ["INSUFFICIENT_PERMISSIONS"];
const errorsOfInput: readonly ErrorName[] = ["MALFORMED_REQUEST"];
const errorsOfBodies: readonly ErrorName[] = ["BODY_TOO_LARGE", "CONTENT_TYPE_UNSUPPORTED", "CONTENT_ENCODING_UNSUPPORTED"];
const errorsOfStreamedBodies: readonly ErrorName[] = ["BODY_TOO_LARGE", "CONTENT_ENCODING_UNSUPPORTED"];
const errorsOfWrites: readonly ErrorName[] = ["MALFORMED_REQUEST", "IDEMPOTENT_CALL_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"];

/** The errors that the pipeline may answer at an endpoint (resolutions.md § 1, § 2). */
export function pipelineErrorsOf({ method, params, query, body, environment }: Endpoint): readonly ErrorName[] {
  const reads = params !== undefined || query !== undefined || body !== undefined;
  return [
    ...errorsOfEveryCall,
    ...(environment === undefined ? [] : errorsOfEnvironment),
    ...(reads ? errorsOfInput : []),
    ...(body === undefined ? [] : body.streamed ? errorsOfStreamedBodies : errorsOfBodies),
    ...(isWrite(method) ? errorsOfWrites : []),
  ];
}
