import { hash } from "node:crypto";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

/** The parsed parts of a request. */
export interface RequestContent {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** rules/idempotency.md#keys-3 */
export const answerKeptMs = 24 * 3_600_000;

const maxLength = 255;
const visible = /^[\x21-\x7E]+$/;
const quoted = /^"((?:[\x21\x23-\x5B\x5D-\x7E]|\\["\\])*)"$/;

/**
 * 1 to 255 visible ASCII characters, plain or as a quoted string of the IETF draft; 400 for anything else (rules/idempotency.md#keys-1).
 */
export function readIdempotencyKey(header: string): string {
  const key = header.startsWith('"') ? quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, "$1") : header;
  if (key !== undefined && key.length <= maxLength && visible.test(key)) return key;
  throw new ApiError(
    "MALFORMED_REQUEST",
    `the header Idempotency-Key must be 1 to ${maxLength} visible ASCII characters, such as a UUID, with or without quotes around them`,
  );
}

/**
 * The fingerprint by which two requests under one key are the same: endpoint, path and parsed content (rules/idempotency.md#keys-9). The order
 * of keys, white space and escapes do not count; `preview=false` equals no `preview`.
 */
export function fingerprintOf(endpointId: string, { params, query, body }: RequestContent): string {
  return hash("sha256", JSON.stringify([endpointId, params, query, body], sortKeys), "base64url");
}

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
