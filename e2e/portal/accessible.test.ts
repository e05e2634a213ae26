import type { Page } from "playwright/test";
import { checkPage, desk, phone } from "#e2e/portal/check-page.ts";
import { insertWaiting } from "#e2e/portal/claims.ts";
import { enter } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";

for (const [locale, width] of Object.entries({ "en-GB": desk, "fr-FR": phone })) {
  test.describe(locale, () => {
    test.use({ locale });

    // every-page.release.test.ts visits the others.
    test("the list of contracts is accessible in both themes, and fits each screen, with large letters too", async ({ page, portal }) => {
      await callApi(portal, portal.first.partner.developmentKey, "POST", "/contracts", firstContract(portal.first.partner));
      await enter(page.context(), portal, portal.first.owner);
      await checkPage(page, "/development/contracts", { language: locale, width, themes: ["light", "dark"] });
    });
  });
}

test.describe("in French", () => {
  test.use({ locale: "fr-FR" });

  test("the buttons that refuse a claim and one of its documents have names of their own", async ({ page, portal }) => {
    const [claim] = await insertWaiting(portal, 1990, [{ stage: "waiting_for_tulip", status: "in_progress" }]);
    await enter(page.context(), portal, portal.handler);
    await page.goto(`/support/claims/${claim?.id}`);
    await page.getByRole("button", { name: "Dépôt de plainte", exact: true }).click();
    const refusals = page.getByRole("button", { name: /^Refuser/ });
    await expect(refusals).toHaveCount(2);
    for (const name of ["Refuser le sinistre", "Refuser ce document"]) {
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(1);
    }
  });
});

test("the main paths work with the keyboard alone", async ({ page, portal }) => {
  // Calls can be filtered once there are any.
  await callApi(portal, portal.first.partner.developmentKey, "GET", "/renters");
  await page.goto("/sign-in");
  await tabTo(page, "textbox", "E-mail address");
  await page.keyboard.type(portal.first.owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(portal.first.owner.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/development");

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Calls", true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
  await tabTo(page, "button", "Method");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Method" })).toBeFocused();

  await page.goto("/development/webhooks/new");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("By keyboard");
  await tabTo(page, "textbox", "Callback URL");
  await page.keyboard.type("https://hooks.example.com/covergate");
  await tabTo(page, "checkbox", "Contracts");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Create webhook");
  await page.keyboard.press("Enter");
  const secret = page.getByRole("alertdialog");
  await expect(secret).toBeVisible();
  await tabTo(page, "button", "Done", false, secret);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "By keyboard" })).toBeVisible();
  await tabTo(page, "button", "Delete");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await tabTo(page, "button", "Delete", false, dialog);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});

/** Presses Tab until what is named has the focus; fails where it cannot be reached. */
async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "checkbox",
  name: string | RegExp,
  isBackwards = false,
  within: Page | ReturnType<Page["getByRole"]> = page,
): Promise<void> {
  const wanted = within.getByRole(role, { name, exact: true }).first();
  const most = 120;
  for (let presses = 0; presses < most; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(isBackwards ? "Shift+Tab" : "Tab");
  }
  throw new Error(`${role} ${String(name)} is not reached by Tab`);
}
