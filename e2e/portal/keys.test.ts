import { inPortal, openCompany, readKey } from "#e2e/portal/company.ts";
import { callApi, expect, signIn, test } from "#e2e/portal/portal.ts";

test("an owner regenerates the Development key, sees when the old one is no longer used, and ends it", async ({
  page,
  browser,
  portal,
}) => {
  const { owner } = await openCompany(portal, browser);
  await signIn(page, owner);
  const { preview: old, key: oldKey } = await readKey(page);
  const status = async (key: string) => (await callApi(portal, key, "GET", "/renters")).status;
  expect(await status(oldKey)).toBe(200);
  let newKey = "";

  await test.step("the new key is shown and works at once, and so does the old one", async () => {
    await page.goto("/development/keys");
    await page.getByRole("button", { name: "Regenerate key" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Regenerate the Development key?" });
    await expect(dialog.getByRole("radio", { name: "24 hours" })).toBeChecked();
    await dialog.getByRole("button", { name: "Regenerate key" }).click();
    const shown = page.getByRole("alertdialog", { name: "New Development key" });
    newKey = (await shown.getByTestId("one-time-secret").textContent()) ?? "";
    expect(newKey).toMatch(/^cg_dev_/);
    await shown.getByRole("button", { name: "Done" }).click();
    expect([await status(newKey), await status(oldKey)]).toEqual([200, 200]);
    await expect(page.getByText("Previous key", { exact: true })).toBeVisible();
  });

  await test.step("the calls of each key are in a chart and in its table", async () => {
    const usage = page.getByRole("region", { name: "Calls per key" });
    const table = usage.getByRole("table", { name: "Calls per key in this period" });
    const rowOf = (preview: string) => table.getByRole("row").filter({ hasText: preview });
    await expect(rowOf(old)).toContainText("2 calls");
    await expect(rowOf(newKey.slice(0, 11))).toContainText("1 call");
    await usage.getByRole("button", { name: "Calls per key over time" }).click();
    await expect(usage.getByRole("columnheader", { name: `${old}…` })).toBeVisible();
    await usage.getByRole("button", { name: "30 days" }).click();
    await expect(page).toHaveURL(/range=30d/);
    await expect(rowOf(old)).toContainText("2 calls");
  });

  await test.step("the old key is ended before its time", async () => {
    await page.getByRole("button", { name: `End now: previous key ${old}` }).click();
    const dialog = page.getByRole("alertdialog", { name: "End the previous key now?" });
    await expect(dialog).toContainText(`2 calls with ${old}…`);
    await dialog.getByRole("button", { name: "End key" }).click();
    await expect(page.getByText("Previous key ended.")).toBeVisible();
    expect([await status(newKey), await status(oldKey)]).toEqual([200, 401]);
    await expect(page.getByRole("region", { name: "Past keys" })).toContainText("Replaced by an owner");
    await page.goto("/development/activity");
    await expect(page.getByRole("row").filter({ hasText: "Key regenerated" })).toContainText("Ada Martin");
    await expect(page.getByRole("row").filter({ hasText: "Key revoked" })).toContainText("Ada Martin");
  });
});

test("of two owners who regenerate the key at once the second is told, and replaces nothing", async ({ page, browser, portal }) => {
  const { owner } = await openCompany(portal, browser);
  await signIn(page, owner);
  await page.goto("/development/keys");
  await page.getByRole("button", { name: "Regenerate key" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Regenerate the Development key?" });
  await expect(dialog).toBeVisible();
  const environment = "development";
  const [current] = await inPortal(page).keys.list.query({ environment });
  await inPortal(page).keys.regenerate.mutate({ environment, keyId: current?.id ?? "", overlap: 24 });
  // The page must know of the other key before the dialog is confirmed.
  await expect(page.getByText("Previous key", { exact: true })).toBeAttached();
  await dialog.getByRole("button", { name: "Regenerate key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This key has been replaced meanwhile.");
  expect(await inPortal(page).keys.list.query({ environment })).toHaveLength(2);
});

test("support replaces the Production key: its page says so, and offers nothing", async ({ page, browser, portal }) => {
  const { owner } = await openCompany(portal, browser);
  await signIn(page, owner);
  await page.goto("/production/keys");
  await expect(page.getByText("Covergate support replaces Production keys.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Regenerate key" })).toHaveCount(0);
});
