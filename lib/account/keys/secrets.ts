import { createHmac, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { formatKey, secretFromBytes } from "#lib/account/keys/rules/format.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { createEncryption, deriveKeys } from "#lib/platform/secrets/encryption.ts";

const hashKeys = deriveKeys("api-key-hash");
const encryption = createEncryption("api-key-encryption");

export function generateKey(environment: Environment): string {
  // 64 bytes contain 32 usable ones except once in 10^30 times, which formatKey refuses.
  return formatKey(environment, secretFromBytes(randomBytes(64)));
}

/** Keyed, so that a stolen table without APP_SECRET reveals nothing. */
export function hashKeyText(key: string): string {
  return hashUnder(hashKeys[0], key);
}

/** Under each accepted secret, while APP_SECRET is rotated. */
export function hashesOfKeyText(key: string): string[] {
  return hashKeys.map((hashKey) => hashUnder(hashKey, key));
}

function hashUnder(hashKey: KeyObject, key: string): string {
  return createHmac("sha256", hashKey).update(key).digest("base64url");
}

/** Bound to the row's id. */
export function encryptKeyText(key: string, keyId: string): string {
  return encryption.encrypt(key, keyId);
}

export function decryptKeyText(ciphertext: string, keyId: string): string {
  return encryption.decrypt(ciphertext, keyId);
}

/** Encrypts and hashes a stored key under the newest APP_SECRET; undefined if it already is. */
export function reencryptKeyText(ciphertext: string, keyId: string): { ciphertext: string; hash: string } | undefined {
  const renewed = encryption.renew(ciphertext, keyId);
  return renewed === undefined ? undefined : { ciphertext: renewed, hash: hashKeyText(encryption.decrypt(renewed, keyId)) };
}
