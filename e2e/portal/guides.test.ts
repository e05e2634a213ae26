import type { Locator, Page } from "@playwright/test";
import { inPortal, openCompany } from "#e2e/portal/company.ts";
import { expect, signIn, test } from "#e2e/portal/portal.ts";

/** Tries the request of a section as it is offered, without changing anything; returns the dialog, answered. */
async function tryStep(page: Page, section: string): Promise<Locator> {
  await page.locator(`#${section}`).getByRole("button", { name: "Try it" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("link", { name: "View call" })).toBeVisible();
  return dialog;
}

async function follow(page: Page, guide: string, sections: readonly string[]): Promise<void> {
  await page.goto(`/docs/${guide}`);
  for (const section of sections) {
    const dialog = await tryStep(page, section);
    const response = dialog.getByRole("region", { name: "Response" });
    await expect(response.getByText(/^20[01]$/), `${guide}, ${section}`).toBeVisible();
    await expect(response, `${guide}, ${section}: the response is in view`).toBeInViewport({ ratio: 0.3 });
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
}

test("an owner of a new partner tries both guides step by step, and every step succeeds", async ({ page, browser, portal }) => {
  const { owner, uid } = await openCompany(portal, browser, {}, { isAttached: false });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, owner);

  await page.goto("/docs/first-contract");
  await expect(page.getByText(`export RENTER=${uid}`)).toBeVisible();
  await follow(page, "first-contract", ["renter", "product", "price", "create", "read", "end"]);
  await follow(page, "first-claim", ["contract", "create", "upload", "submit", "read", "cancel"]);

  await test.step("the step that attaches a renter is optional if one is attached", async () => {
    await page.goto("/docs/first-contract");
    await expect(page.locator("#renter").getByText("is attached", { exact: false }).first()).toBeVisible();
    await expect(page.locator("#renter").getByRole("button", { name: "Try it" })).toHaveCount(0);
  });

  await test.step("the calls are marked, and not counted as the partner's system's", async () => {
    await page.goto("/development/calls");
    await expect(page.getByRole("row").filter({ hasText: "/submit" }).getByText("Try it").filter({ visible: true }).first()).toBeVisible();
    const { figures, milestones } = await inPortal(page).overview.read.query({ environment: "development" });
    expect(figures.total).toMatchObject({ calls: 0, errors: 0 });
    expect(milestones).toMatchObject({ call: false, preview: false, contract: false });
    expect(await inPortal(page).overview.readiness.query({ environment: "development" })).toMatchObject({ done: 0 });
  });
});

test("a step that needs earlier steps says so", async ({ page, portal }) => {
  await signIn(page, portal.first.owner);
  await page.goto("/docs/first-claim");
  await page.locator("#submit").getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("dialog").getByText("The empty fields come from the steps before.", { exact: false })).toBeVisible();
});
