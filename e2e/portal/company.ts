import type { Page } from "playwright/test";
import { readPortal } from "#e2e/portal/portal.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";

/** The procedures as the signed-in user of the page calls them. */
export function inPortal(page: Page): ReturnType<typeof proceduresOf> {
  return proceduresOf(page.request, readPortal().url);
}

/** The Development key of the owner who is signed in on the page. */
export async function readKey(page: Page): Promise<{ preview: string; key: string }> {
  const [own] = await inPortal(page).keys.list.query({ environment: "development" });
  const { text } = await inPortal(page).keys.reveal.mutate({ environment: "development", keyId: own?.id ?? "", purpose: "copy" });
  return { preview: own?.preview ?? "", key: text };
}
