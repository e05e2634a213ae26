import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { env } from "#lib/platform/env.ts";

const nonceLength = 12;
const tagLength = 16;

/** Encrypts texts for one use. A ciphertext is bound to the id of its row, so that ciphertexts cannot be swapped. */
export interface Encryption {
  encrypt(text: string, rowId: string): string;
  decrypt(ciphertext: string, rowId: string): string;
  renew(ciphertext: string, rowId: string): string | undefined;
}

/** The keys of one use, newest first; several while APP_SECRET is rotated. */
export function deriveKeys(use: string): [KeyObject, ...KeyObject[]] {
  const [, ...older] = env.APP_SECRETS;
  return [deriveKey(env.APP_SECRET, use), ...older.map((secret) => deriveKey(secret, use))];
}

/** A key object, since bytes would be converted at every use. */
function deriveKey(secret: string, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "covergate", use, 32)));
}

/** AES-256-GCM with a key per use. */
export function createEncryption(use: string): Encryption {
  const [newest, ...older] = deriveKeys(use);
  const encrypt = (text: string, rowId: string) => {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv("aes-256-gcm", newest, nonce).setAAD(Buffer.from(rowId));
    return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
  };
  const open = (ciphertext: string, rowId: string) => {
    for (const key of older) {
      const text = decryptWith(key, ciphertext, rowId);
      if (text !== undefined) return text;
    }
    throw new Error(`what is stored for ${use} cannot be decrypted: it was changed, or encrypted under another APP_SECRET`);
  };
  return {
    encrypt,
    decrypt: (ciphertext, rowId) => decryptWith(newest, ciphertext, rowId) ?? open(ciphertext, rowId),
    renew: (ciphertext, rowId) =>
      decryptWith(newest, ciphertext, rowId) === undefined ? encrypt(open(ciphertext, rowId), rowId) : undefined,
  };
}

function decryptWith(key: KeyObject, ciphertext: string, rowId: string): string | undefined {
  const bytes = Buffer.from(ciphertext, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength))
      .setAAD(Buffer.from(rowId))
      .setAuthTag(bytes.subarray(-tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
