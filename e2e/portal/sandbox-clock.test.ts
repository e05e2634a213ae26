import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";

test("a moment that has passed is refused under the field, and the buttons of the clock are there once", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.goto("/development/sandbox");
  const [field, move] = [page.getByLabel("Move to a moment"), page.getByRole("button", { name: "Move", exact: true })];
  // It may be filled in before the page's script is there.
  await field.fill("2020-01-01T10:00");
  await move.click();
  await expect(page.getByRole("alert").filter({ hasText: "The clock only goes forward: choose a moment after " })).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "+1 day" }).click();
  await expect(page.getByText("1 day ahead").or(page.getByText("24 hours ahead")).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "+1 day" })).toHaveCount(1);
  await page.goto("/production/sandbox");
  await expect(page.getByText("The sandbox is in Development")).toBeVisible();
  await page.getByRole("link", { name: "Open the sandbox" }).click();
  await expect(page).toHaveURL(/\/development\/sandbox$/);
});
