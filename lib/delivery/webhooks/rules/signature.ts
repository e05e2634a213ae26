import { createHmac } from "node:crypto";

/** Standard Webhooks: base64 of at least 24 bytes follows. */
export const secretPrefix = "whsec_";
/** How long the previous secret signs after a rotation (rules/deliveries.md#signatures-2). */
export const rotationOverlapMs = 24 * 3_600_000;

export interface SignedContent {
  /** The event's id: `webhook-id`. */
  id: string;
  /** Seconds since 1970: `webhook-timestamp`. */
  timestamp: number;
  body: string;
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), "base64");
}

export function hmac(key: string | Buffer, content: string): string {
  return createHmac("sha256", key).update(content).digest("base64");
}

export function timestampOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** `webhook-signature`: one signature per secret (Standard Webhooks § Signature scheme). */
export function signatureOf({ id, timestamp, body }: SignedContent, secrets: readonly string[]): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${hmac(keyOf(secret), content)}`).join(" ");
}

export function signatureHeaders({ id, timestamp }: Omit<SignedContent, "body">, signature: string): Record<string, string> {
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}
