import type { Page } from "playwright/test";
import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { waitUntilIdle } from "#e2e/portal/react.ts";

const scripts = /\/_next\/static\/.*\.js/;

/** Opens a page, all of whose scripts arrive, and loses the connection for any other. */
async function openAndLoseScripts(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilIdle(page);
  await page.route(scripts, (route) => route.abort());
}

test("a filter that cannot be loaded says so, and opens once it can", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await openAndLoseScripts(page, "/development/calls");
  const filter = page.getByRole("button", { name: "Method" });
  await filter.click();
  await expect(page.getByRole("status").filter({ hasText: "could not be loaded" })).toBeVisible();
  await page.unroute(scripts);
  await filter.click();
  await expect(page.getByRole("dialog", { name: "Method" })).toBeVisible();
});

test("where the palette cannot be loaded, the page stays and says so, and its keys open it once it can", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await openAndLoseScripts(page, "/development/calls");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("status").filter({ hasText: "could not be loaded" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
  await page.unroute(scripts);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("a form that is lost on the way can be asked for again", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await openAndLoseScripts(page, "/development/settings/security");
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  await expect(page.getByRole("status").filter({ hasText: "could not be loaded" })).toBeVisible();
  await page.unroute(scripts);
  await change.click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
});

test("a page that failed is there after another try", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await openAndLoseScripts(page, "/development");
  await page.getByRole("list", { name: "Developers" }).getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
  await page.unroute(scripts);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});
