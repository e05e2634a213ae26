import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { env } from "#lib/env.ts";

const nonceLength = 12;
const tagLength = 16;

/** Encrypts texts for one use. A ciphertext is bound to the id of its row, so that ciphertexts cannot be swapped. */
export interface Encryption {
  encrypt(text: string, rowId: string): string;
  /** Throws where the ciphertext or the id is another one. */
  decrypt(ciphertext: string, rowId: string): string;
}

/** A key for one use, derived from the one secret that an operator has to keep. A key object: bytes would be made into one at every use. */
export function deriveKey(use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", env.APP_SECRET, "covergate", use, 32)));
}

/** AES-256-GCM under a key of its own for each use. */
export function createEncryption(use: string): Encryption {
  const key = deriveKey(use);
  return {
    encrypt(text, rowId) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(rowId));
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
    },
    decrypt(ciphertext, rowId) {
      const bytes = Buffer.from(ciphertext, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength))
        .setAAD(Buffer.from(rowId))
        .setAuthTag(bytes.subarray(-tagLength));
      return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString("utf8");
    },
  };
}
