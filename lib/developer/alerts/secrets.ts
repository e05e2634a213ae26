import { createEncryption } from "#lib/platform/secrets/encryption.ts";

const encryption = createEncryption("alert-url-encryption");

/** Encrypts the whole URL, bound to the rule: the path of a chat webhook's URL lets anybody post there. */
export function sealAlertUrl(url: string, ruleId: string): string {
  return encryption.encrypt(url, ruleId);
}

export function openAlertUrl(stored: string, ruleId: string): string {
  return encryption.decrypt(stored, ruleId);
}

/** Encrypts a stored URL under the newest APP_SECRET; undefined if it already is. */
export function reencryptAlertUrl(stored: string, ruleId: string): string | undefined {
  return encryption.renew(stored, ruleId);
}

/** Masks a URL: shows its host, and nothing that would let anybody post there. */
export function maskAlertUrl(url: string): string {
  return `${new URL(url).origin}/•••`;
}
