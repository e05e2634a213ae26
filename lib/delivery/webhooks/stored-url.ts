import { createEncryption } from "#lib/platform/secrets/encryption.ts";

const encryption = createEncryption("webhook-url-encryption");

/** Precedes an encrypted query; no other stored query begins so. */
const mark = "?sealed:v1:";

/** Encrypts the query of a URL, which may hold a token (rules/deliveries.md#webhooks-6), bound to the webhook. */
export function sealUrl(url: string, webhookId: string): string {
  const { origin, pathname, search } = new URL(url);
  return search === "" ? url : `${origin}${pathname}${mark}${encryption.encrypt(search, webhookId)}`;
}

export function openUrl(stored: string, webhookId: string): string {
  const start = stored.indexOf(mark);
  return start === -1 ? stored : stored.slice(0, start) + encryption.decrypt(stored.slice(start + mark.length), webhookId);
}

/** Encrypts a stored URL under the newest APP_SECRET, also one of a release without encryption; undefined if it already is. */
export function reencryptUrl(stored: string, webhookId: string): string | undefined {
  const start = stored.indexOf(mark);
  if (start === -1) return stored.includes("?") ? sealUrl(stored, webhookId) : undefined;
  const renewed = encryption.renew(stored.slice(start + mark.length), webhookId);
  return renewed === undefined ? undefined : stored.slice(0, start) + mark + renewed;
}
