import { createEncryption } from "#lib/platform/secrets/encryption.ts";

const encryption = createEncryption("notice-body");

export function sealBody(text: string, noticeId: string): string {
  return encryption.encrypt(text, noticeId);
}

export function openBody(stored: string, noticeId: string): string {
  return encryption.decrypt(stored, noticeId);
}

export function reencryptBody(stored: string, noticeId: string): string | undefined {
  return encryption.renew(stored, noticeId);
}
