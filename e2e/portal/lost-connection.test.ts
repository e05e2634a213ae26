import { enter } from "#e2e/portal/database.ts";
import { openAndLoseScripts, scripts } from "#e2e/portal/lose-scripts.ts";
import { expect, test } from "#e2e/portal/portal.ts";

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
