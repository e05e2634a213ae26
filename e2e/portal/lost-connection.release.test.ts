import { enter } from "#e2e/portal/database.ts";
import { openAndLoseScripts, scripts } from "#e2e/portal/lose-scripts.ts";
import { expect, test } from "#e2e/portal/portal.ts";

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
