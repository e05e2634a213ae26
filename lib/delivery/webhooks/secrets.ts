import { randomBytes } from "node:crypto";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { secretPrefix } from "#lib/delivery/webhooks/rules/signature.ts";
import { env } from "#lib/platform/env.ts";
import { createEncryption } from "#lib/platform/secrets/encryption.ts";

/** Standard Webhooks asks for 24 bytes or more. */
const secretBytes = 32;

const encryption = createEncryption("webhook-secret-encryption");

/** Encrypted and bound to the webhook's id; null without signing, and without a rotation. */
export interface StoredSecrets {
  signingSecret: string | null;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

export function newSecretFor(webhookId: string): string {
  return encryption.encrypt(secretPrefix + randomBytes(secretBytes).toString("base64"), webhookId);
}

export function decryptSecret(ciphertext: string, webhookId: string): string {
  return encryption.decrypt(ciphertext, webhookId);
}

/** Encrypts a stored secret under the newest APP_SECRET; undefined if it already is. */
export function reencryptSecret(ciphertext: string, webhookId: string): string | undefined {
  return encryption.renew(ciphertext, webhookId);
}

/** The secrets that sign at a moment, newest first; none without signing. */
export function openSecrets(webhookId: string, { signingSecret, previousSecret, previousSecretUntil }: StoredSecrets, now: Date): string[] {
  const isOverlap = previousSecretUntil !== null && previousSecretUntil > now;
  const stored = [signingSecret, isOverlap ? previousSecret : null];
  return stored.flatMap((ciphertext) => (ciphertext === null ? [] : [decryptSecret(ciphertext, webhookId)]));
}

/** A sender as the settings of this installation have it. */
export function openSender(): Sender {
  return createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, proxy: env.WEBHOOK_PROXY });
}
