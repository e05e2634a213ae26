import { createEncryption } from "#lib/encryption.ts";

const encryption = createEncryption("webhook-url-encryption");

/** Where a query is encrypted, what it is. Nothing that is stored with a query of its own begins so. */
const mark = "?sealed:v1:";

/** A callback URL as it is stored: the query, which may hold a token (partner-api.md § Delivery rules), is encrypted, bound to the webhook. */
export function sealUrl(url: string, webhookId: string): string {
  const { origin, pathname, search } = new URL(url);
  return search === "" ? url : `${origin}${pathname}${mark}${encryption.encrypt(search, webhookId)}`;
}

/** A stored URL as it is called. */
export function openUrl(stored: string, webhookId: string): string {
  const start = stored.indexOf(mark);
  return start === -1 ? stored : stored.slice(0, start) + encryption.decrypt(stored.slice(start + mark.length), webhookId);
}

/** A stored URL under the newest secret, also of a release that did not encrypt; undefined where it is already. */
export function renewUrl(stored: string, webhookId: string): string | undefined {
  const start = stored.indexOf(mark);
  if (start === -1) return stored.includes("?") ? sealUrl(stored, webhookId) : undefined;
  const renewed = encryption.renew(stored.slice(start + mark.length), webhookId);
  return renewed === undefined ? undefined : stored.slice(0, start) + mark + renewed;
}
