import { createEncryption } from "#lib/platform/secrets/encryption.ts";

/** Encrypts whole URLs, bound to their rule: the path of a chat webhook's URL lets anybody post there. */
export const alertUrls = createEncryption("alert-url-encryption");

/** Masks the stored URL of a rule: shows its host, and nothing that would let anybody post there. */
export function maskAlertUrl(stored: string, ruleId: string): string {
  return `${new URL(alertUrls.decrypt(stored, ruleId)).origin}/•••`;
}
