import type { Page } from "playwright/test";
import { enter } from "#e2e/portal/database.ts";
import { openPartner } from "#e2e/portal/partners.ts";
import { expect, openPalette, test } from "#e2e/portal/portal.ts";

const main = (page: Page) => page.getByRole("main");

test("an action that removes its own button leaves the focus in the page", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await openPartner(page, portal.second.partner.name);
  await page.getByRole("tab", { name: "Users" }).click();
  const row = page.getByRole("row").filter({ hasText: portal.second.member.email });
  const suspend = row.getByRole("button", { name: /^Suspend/ });
  await suspend.press("Enter");
  await confirm(page, "Suspend");
  await expect(suspend).toBeHidden();
  await expect(main(page)).toBeFocused();
  const reactivate = row.getByRole("button", { name: /^Reactivate/ });
  await reactivate.press("Enter");
  await confirm(page, "Reactivate");
  await expect(suspend).toBeVisible();
  await expect(main(page)).toBeFocused();
});

test("a dialog returns the focus to its button, cancelled or done", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await openPartner(page, portal.second.partner.name);
  await page.getByRole("tab", { name: "Users" }).click();
  const row = page.getByRole("row").filter({ hasText: portal.second.member.email });
  const link = row.getByRole("button", { name: /^Send new link/ });
  await link.press("Enter");
  await expect(page.getByRole("alertdialog").locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
  await link.press("Enter");
  await confirm(page, "Send new link");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(link).toBeFocused();
});

test("a look-up keeps the focus and announces what it found", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await page.goto("/support/lookup");
  const box = page.getByRole("searchbox", { name: "Identifier" });
  await box.fill("nothing-of-the-kind");
  await box.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Nothing found");
  await expect(box).toBeFocused();
  await box.fill(portal.first.partner.name);
  await box.press("Enter");
  await expect(page.getByRole("status")).toHaveText(/\d+ results?/);
  await expect(box).toBeFocused();
  await page.goBack();
  await expect(box).toHaveValue("nothing-of-the-kind");
});

test("a copy is announced beside its button, and a row is named by its first cell", async ({ page, context, portal }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page.context(), portal, portal.support);
  await page.goto(`/support/partners?${new URLSearchParams({ search: portal.second.partner.name })}`);
  await expect(page.getByRole("rowheader", { name: portal.second.partner.name })).toBeVisible();
  await openPartner(page, portal.second.partner.name);
  await page.getByRole("button", { name: "Copy the partner’s id" }).press("Enter");
  const copied = page.locator("[aria-live]").filter({ hasText: "Copied" });
  await expect(copied).toBeAttached();
  await expect(page.getByRole("button").filter({ has: copied })).toHaveCount(0);
});

test("in forced colours the palette marks the line that Enter selects", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/support/partners");
  const lines = (await openPalette(page)).getByRole("option");
  await expect(lines.first()).toHaveAttribute("aria-selected", "true");
  await expect(lines.first()).toHaveCSS("outline-style", "solid");
  await expect(lines.nth(1)).toHaveCSS("outline-style", "none");
});

async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("asked by phone");
  await dialog.getByRole("button", { name }).press("Enter");
}
