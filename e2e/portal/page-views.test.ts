import type { Page } from "playwright/test";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { waitUntilIdle } from "#e2e/portal/react.ts";

/** The pages that a page has loaded ahead. */
function watchPrefetches(page: Page): string[] {
  const prefetched: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"] !== undefined) prefetched.push(new URL(request.url()).pathname);
  });
  return prefetched;
}

test("a page view loads no other page ahead, until the pointer is on its link", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  const prefetched = watchPrefetches(page);
  for (const address of ["/development", "/development/calls", "/development/contracts", "/development/webhooks", "/docs"]) {
    await page.goto(address);
    await waitUntilIdle(page);
    expect(prefetched, address).toEqual([]);
  }
  await page.goto("/development");
  await page.getByRole("link", { name: "Contracts", exact: true }).hover();
  await expect.poll(() => prefetched).toContain("/development/contracts");
  // The page under the pointer still loads others.
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  await enter(page.context(), portal, portal.support);
  prefetched.length = 0;
  for (const address of ["/support/partners", "/support/claims", "/support/contracts"]) {
    await page.goto(address);
    await waitUntilIdle(page);
    expect(prefetched, address).toEqual([]);
  }
});

test("the question for a second factor is on the first page of a session alone", async ({ page, portal }) => {
  // A warning of a sign-in on a new device would stand in its place.
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.goto("/development/contracts");
  const question = page.getByRole("region", { name: "Second factor" });
  await expect(question).toBeVisible();
  await page.getByRole("link", { name: "Claims", exact: true }).click();
  await page.waitForURL("**/claims");
  await expect(question).toBeHidden();
  await page.goto("/development/contracts");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(question).toBeHidden();
});

test("the menu has eleven entries, opens the section of a page, and keeps the page's entry in sight on a low screen", async ({
  page,
  portal,
}) => {
  await enter(page.context(), portal, portal.first.owner);
  await page.setViewportSize({ width: 1280, height: 600 });
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  await page.goto("/development/claims");
  await expect(menu.getByRole("link")).toHaveCount(11);
  const sections = { keys: "Settings", renewals: "Contracts", deliveries: "Webhooks", prices: "Products", readiness: "Overview" };
  for (const [path, section] of Object.entries(sections)) {
    await page.goto(`/development/${path}`);
    await expect(menu.getByRole("link", { name: section, exact: true })).toHaveAttribute("aria-current", "true");
    const current = menu.locator("[aria-current=page]");
    await expect(current).toHaveAttribute("href", `/development/${path}`);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});
