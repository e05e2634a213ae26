import { createHash, randomBytes } from "node:crypto";

/** 160 bits (rules/claim-links.md#open-1). */
const tokenBytes = 20;
const tokenPattern = /^[\w-]{27}$/;

export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** A token is random enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
