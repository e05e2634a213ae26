import { hash } from "node:crypto";

/** The parsed parts of a request. */
export interface RequestContent {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
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
