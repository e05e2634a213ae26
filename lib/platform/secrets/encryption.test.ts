import { expect, test } from "vitest";
import { createEncryption } from "#lib/platform/secrets/encryption.ts";

const { encrypt, decrypt, renew } = createEncryption("tests");
const text = "cg_live_a text of any length, also é";

test("a decrypted text is the original one, for the row that it was encrypted for", () => {
  expect(decrypt(encrypt(text, "row_1"), "row_1")).toBe(text);
  expect(decrypt(encrypt("", "row_1"), "row_1")).toBe("");
});

test("the same text has another ciphertext each time, which does not reveal it", () => {
  const ciphertexts = Array.from({ length: 100 }, () => encrypt(text, "row_1"));
  // The nonce comes first.
  expect(new Set(ciphertexts.map((ciphertext) => ciphertext.slice(0, 16))).size).toBe(100);
  expect(Buffer.from(ciphertexts[0] ?? "", "base64url").includes("cg_live_")).toBe(false);
});

test("a ciphertext of another row or use, or with one bit changed anywhere, is refused", () => {
  const ciphertext = encrypt(text, "row_1");
  expect(() => decrypt(ciphertext, "row_2")).toThrow("cannot be decrypted");
  expect(() => createEncryption("another use").decrypt(ciphertext, "row_1")).toThrow("cannot be decrypted");
  const bytes = Buffer.from(ciphertext, "base64url");
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => decrypt(changed.toString("base64url"), "row_1"), `byte ${place}`).toThrow("cannot be decrypted");
  }
  for (const cut of ["", ciphertext.slice(0, 20), ciphertext.slice(0, -4)]) {
    expect(() => decrypt(cut, "row_1")).toThrow("cannot be decrypted");
  }
});

test("a ciphertext of the newest secret needs no renewal", () => {
  expect(renew(encrypt(text, "row_1"), "row_1")).toBeUndefined();
});
