import { randomBytes } from "node:crypto";
import { createEncryption } from "#lib/encryption.ts";
import { secretPrefix } from "#lib/webhooks/rules/signature.ts";

/** More than the 24 bytes that Standard Webhooks asks for at least. */
const secretBytes = 32;

const encryption = createEncryption("webhook-secret-encryption");

/** A webhook's secrets as they are stored: encrypted, bound to its id. Null where it does not sign, and where it was not rotated. */
export interface StoredSecrets {
  signingSecret: string | null;
  previousSecret: string | null;
  previousSecretUntil: Date | string | null;
}

/** A new secret for a webhook, encrypted. */
export function newSecretFor(webhookId: string): string {
  return encryption.encrypt(secretPrefix + randomBytes(secretBytes).toString("base64"), webhookId);
}

/** A stored secret as its owner uses it: `whsec_…`. */
export function decryptSecret(ciphertext: string, webhookId: string): string {
  return encryption.decrypt(ciphertext, webhookId);
}

/** A stored secret under the newest secret of APP_SECRET; undefined where it is already. */
export function renewSecret(ciphertext: string, webhookId: string): string | undefined {
  return encryption.renew(ciphertext, webhookId);
}

/** The secrets that sign at a moment, the newest first; none where the webhook does not sign. */
export function openSecrets(webhookId: string, { signingSecret, previousSecret, previousSecretUntil }: StoredSecrets, now: Date): string[] {
  const isOverlap = previousSecretUntil !== null && new Date(previousSecretUntil) > now;
  const stored = [signingSecret, isOverlap ? previousSecret : null];
  return stored.flatMap((ciphertext) => (ciphertext === null ? [] : [decryptSecret(ciphertext, webhookId)]));
}
