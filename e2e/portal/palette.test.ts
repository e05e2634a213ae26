import { enter } from "#e2e/portal/database.ts";
import { expect, openPalette, test } from "#e2e/portal/portal.ts";

test("the palette opens the dialog of an action on its page, and reveals a key", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await page.goto("/development");
  const choose = async (typed: string) => {
    const palette = await openPalette(page);
    await palette.getByRole("combobox").fill(typed);
    await palette.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };
  await choose("rotate key");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("invite");
  await expect(page.getByRole("dialog", { name: "Invite" })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("reveal key");
  await expect(page.getByTestId("secret")).toContainText(/cg_dev_\w{30}/);
  await choose("log out");
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("the palette does not open over a dialog that waits for an answer", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await page.goto("/development/settings/team");
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite" });
  await expect(dialog).toBeVisible();
  const field = dialog.getByRole("textbox").first();
  await field.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("x");
  await expect(field).toHaveValue("x");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
