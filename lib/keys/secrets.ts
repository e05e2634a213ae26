import { createHmac, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createEncryption, deriveKeys } from "#lib/encryption.ts";
import { formatKey, secretFromBytes } from "#lib/keys/rules/format.ts";
import type { Environment } from "#lib/partners/schema.ts";

const hashKeys = deriveKeys("api-key-hash");
const encryption = createEncryption("api-key-encryption");

export function generateKey(environment: Environment): string {
  // Of 64 bytes at least 32 are usable but for one time in 10^30; formatKey refuses that one.
  return formatKey(environment, secretFromBytes(randomBytes(64)));
}

/** What a key is looked up by: without APP_SECRET a stolen table tells nothing of the keys. */
export function hashKeyText(key: string): string {
  return hashUnder(hashKeys[0], key);
}

/** What a key may be looked up by while APP_SECRET is rotated: under each secret that is accepted. */
export function hashesOfKeyText(key: string): string[] {
  return hashKeys.map((hashKey) => hashUnder(hashKey, key));
}

function hashUnder(hashKey: KeyObject, key: string): string {
  return createHmac("sha256", hashKey).update(key).digest("base64url");
}

/** The key as it is stored: encrypted, bound to the row's id. */
export function encryptKeyText(key: string, keyId: string): string {
  return encryption.encrypt(key, keyId);
}

/** The key behind a ciphertext; throws where either was changed. */
export function decryptKeyText(ciphertext: string, keyId: string): string {
  return encryption.decrypt(ciphertext, keyId);
}

/** A stored key under the newest secret, with what it is looked up by; undefined where it is already. */
export function renewKeyText(ciphertext: string, keyId: string): { ciphertext: string; hash: string } | undefined {
  const renewed = encryption.renew(ciphertext, keyId);
  return renewed === undefined ? undefined : { ciphertext: renewed, hash: hashKeyText(encryption.decrypt(renewed, keyId)) };
}
