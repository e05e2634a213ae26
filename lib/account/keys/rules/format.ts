import { crc32 } from "node:zlib";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefixes: Record<Environment, string> = { development: "cg_dev_", production: "cg_live_" };
const secretLength = 32;
const checksumLength = 6;
const pattern = new RegExp(
  `^(${environments.map((environment) => prefixes[environment]).join("|")})[0-9A-Za-z]{${secretLength + checksumLength}}$`,
);

/** Letters and digits from random bytes, each of the 62 equally likely; needs more bytes than `secretLength`. */
export function secretFromBytes(bytes: Uint8Array): string {
  const unbiased = bytes.filter((byte) => byte < 248);
  return Array.from(unbiased.subarray(0, secretLength), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** Prefix, secret and a checksum, which detects typing errors without a look-up. */
export function formatKey(environment: Environment, secret: string): string {
  if (secret.length !== secretLength) throw new RangeError(`a key's secret has ${secretLength} characters`);
  const body = prefixes[environment] + secret;
  return body + checksum(body);
}

export function isWellFormedKey(text: string): boolean {
  return pattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** True for the length and alphabet of a key, whatever its checksum. */
export function resemblesKey(text: string): boolean {
  return pattern.test(text);
}

/** The prefix and the first four characters of the secret, as `cg_dev_1a2B`: what people see of a key. */
export function keyPreview(key: string): string {
  return key.slice(0, key.lastIndexOf("_") + 5);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
