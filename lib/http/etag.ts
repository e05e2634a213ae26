import { hash } from "node:crypto";

/** Names a version of what a text says. Weak: what is sent may differ in its execution id and be compressed. */
export function etagOf(text: string): string {
  return `W/"${hash("sha256", text, "base64url")}"`;
}

/** Whether the caller has this version already (RFC 9110 § 13.1.2: weak comparison). */
export function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  const known = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag.replace(/^W\//, ""));
}
