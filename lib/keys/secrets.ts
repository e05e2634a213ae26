import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { env } from "#lib/env.ts";
import { formatKey, secretFromBytes } from "#lib/keys/rules/format.ts";
import type { Environment } from "#lib/partners/schema.ts";

// Separate keys for separate uses, all from the one secret that an operator has to keep.
const hashKey = derive("api-key-hash");
const encryptionKey = derive("api-key-encryption");

/** As a key object: bytes would be made into one at every use, which costs several times as much as hashing an API key. */
function derive(use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", env.APP_SECRET, "covergate", use, 32)));
}

/** A new random key for an environment. */
export function generateKey(environment: Environment): string {
  // Of 64 bytes at least 32 are usable but for one time in 10^30; formatKey refuses that one.
  return formatKey(environment, secretFromBytes(randomBytes(64)));
}

/** What a key is looked up by: without APP_SECRET a stolen table tells nothing of the keys. */
export function hashKeyText(key: string): string {
  return createHmac("sha256", hashKey).update(key).digest("base64url");
}

/** The key as it is stored: AES-256-GCM, bound to the row's id so that ciphertexts cannot be swapped. */
export function encryptKeyText(key: string, keyId: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey, nonce).setAAD(Buffer.from(keyId));
  return Buffer.concat([nonce, cipher.update(key, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** The key behind a ciphertext; throws where either was changed. */
export function decryptKeyText(ciphertext: string, keyId: string): string {
  const bytes = Buffer.from(ciphertext, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, 12))
    .setAAD(Buffer.from(keyId))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}
