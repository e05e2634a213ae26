import type { Locator } from "playwright/test";
import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";

const width = 1440;

test("a notification does not cover a button", async ({ page, portal }) => {
  await page.setViewportSize({ width, height: 900 });
  await enter(page.context(), portal, portal.first.owner);
  await page.goto("/development/webhooks/new");
  await page.getByLabel("Name", { exact: true }).fill("Covered");
  await page.getByLabel("Callback URL").fill("https://hooks.example.com/covered");
  await page.getByRole("checkbox", { name: /v2\.contract\.closed/ }).check();
  await page.getByRole("switch", { name: "Sign requests" }).uncheck();
  await page.getByRole("button", { name: "Create webhook" }).click();

  // Now this button is in the corner where notifications appear.
  const enable = page.getByRole("button", { name: "Enable signatures" });
  await expect(enable).toBeVisible();
  const { y, height } = await boxOf(enable);
  await page.setViewportSize({ width, height: Math.ceil(y + height) + 40 });
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  const notification = page.locator("[data-sonner-toast]").filter({ hasText: "Covered was disabled" });
  await expect(notification).toBeVisible();
  const told = await boxOf(notification);
  for (const button of await page.getByRole("button").all()) {
    const box = await boxOf(button);
    const isApart =
      box.x + box.width <= told.x || told.x + told.width <= box.x || box.y + box.height <= told.y || told.y + told.height <= box.y;
    expect(isApart, await button.innerText()).toBe(true);
  }
});

async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is not on the page.");
  return box;
}
