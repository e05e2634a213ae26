import type { Page } from "playwright/test";

/** Opens a page as on a slow connection: its scripts arrive with the first call of what this returns, which waits for them. */
export async function openBeforeScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return async () => {
    resolve();
    await page.waitForLoadState();
  };
}
