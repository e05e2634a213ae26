import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";

test("an owner regenerates the Development key, sees when the old one is no longer used, and ends it", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
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

  await test.step("the old key is revoked before its time", async () => {
    await page.getByRole("button", { name: `Revoke now: previous key ${old}` }).click();
    const dialog = page.getByRole("alertdialog", { name: "Revoke the previous key now?" });
    await expect(dialog).toContainText(`2 calls with ${old}…`);
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("Previous key revoked.")).toBeVisible();
    expect([await status(newKey), await status(oldKey)]).toEqual([200, 401]);
    await expect(page.getByRole("region", { name: "Past keys" })).toContainText("Replaced by an owner");
    await page.goto("/development/activity");
    await expect(page.getByRole("row").filter({ hasText: "Key regenerated" })).toContainText("Ada Martin");
    await expect(page.getByRole("row").filter({ hasText: "Key revoked" })).toContainText("Ada Martin");
  });
});

test("a named key does what its rights allow, from its creation to its end", async ({ page, context, portal }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { owner, uid } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.goto("/development/keys");
  const keys = page.getByRole("table", { name: "Keys for your systems" });
  const rowOf = (name: string) => keys.getByRole("row").filter({ hasText: name });
  const contract = firstContract({ renters: [uid] });
  const read = () => callApi(portal, key, "GET", "/renters");
  const write = () => callApi(portal, key, "POST", "/contracts", contract);
  let key = "";

  await test.step("it is created with the right to read, shown once, and copied", async () => {
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Create key" });
    await dialog.getByLabel("Name").fill("Reports");
    await expect(dialog.getByLabel("Rights")).toHaveValue("read");
    await dialog.getByLabel("Expires").selectOption({ label: "In 90 days" });
    await dialog.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("alertdialog", { name: "Your new key" });
    key = (await shown.getByTestId("one-time-secret").textContent()) ?? "";
    await shown.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(rowOf("Reports")).toContainText("read");
    await expect(page.getByText(key)).toHaveCount(0);
  });

  await test.step("it reads and prices, and a write is refused", async () => {
    expect(await read()).toMatchObject({ status: 200 });
    expect(await callApi(portal, key, "POST", "/contracts?preview=true", contract)).toMatchObject({ status: 200 });
    expect(await write()).toMatchObject({ status: 403, code: 98888 });
  });

  await test.step("its owner renames it and lets it write contracts, and its expiry stays", async () => {
    await page.getByRole("button", { name: "Change the key Reports" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Change the key Reports" });
    await dialog.getByLabel("Name").fill("Till in Lyon");
    await dialog.getByLabel("Rights").selectOption({ label: "Chosen resources" });
    await dialog.getByRole("checkbox", { name: "contracts:write" }).check();
    await expect(dialog.getByLabel("Expires").getByRole("option", { selected: true })).toContainText("Unchanged");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(rowOf("Till in Lyon")).toContainText("contracts:write");
    await expect(rowOf("Till in Lyon")).not.toContainText("Never");
    expect(await write()).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 401, code: 9003 });
  });

  await test.step("its owner revokes it after seeing its calls, and it is refused from the next call on", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Revoke the key Till in Lyon" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Revoke the key Till in Lyon" });
    await expect(dialog).toContainText("5 calls");
    await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
    await expect(rowOf("Till in Lyon")).toContainText("Revoked");
    expect(await read()).toMatchObject({ status: 401, code: 9002 });
  });
});

test("of two owners who regenerate the key at once the second is told, and replaces nothing", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
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

test("support regenerates the Production key: its page says so, and offers nothing", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.goto("/production/keys");
  await expect(page.getByText("Covergate support regenerates Production keys.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Regenerate key" })).toHaveCount(0);
});
