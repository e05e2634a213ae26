import type { Page } from "playwright/test";
import { waitUntilIdle } from "#e2e/portal/react.ts";

export const scripts = /\/_next\/static\/.*\.js/;

/** Opens a page, all of whose scripts arrive, and loses the connection for any other. */
export async function openAndLoseScripts(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilIdle(page);
  await page.route(scripts, (route) => route.abort());
}
