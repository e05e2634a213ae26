import { randomUUID } from "node:crypto";
import type { Locator } from "playwright/test";
import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { waitForReact } from "#e2e/portal/react.ts";
import { findViolations } from "#e2e/portal/violations.ts";

test.use({ locale: "fr-FR" });

/** Pastes as from a spreadsheet, whose cells are apart by tabs and lines. */
const paste = (cell: Locator, text: string) =>
  cell.evaluate((input, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("the figures of a price list are typed and pasted in French, faults stand in their cells, and the effect comes before the proposal", async ({
  page,
  portal,
}) => {
  await enter(page.context(), portal, portal.support);
  await page.goto("/support/prices/new");
  await waitForReact(page);
  const table = page.getByRole("table", { name: "Taux annuels" });
  const cell = (place: string) => table.locator(`[data-cell="${place}"]`);
  const check = page.getByRole("button", { name: "Vérifier" });
  const result = page.getByRole("region", { name: "Résultat de la vérification" });
  await page.getByLabel("Tarif", { exact: true }).fill(`grille-${randomUUID()}`);
  await page.getByLabel("Version", { exact: true }).fill("2097");
  await page.getByLabel("Prend effet le").fill("2097-01-01");

  await test.step("a spreadsheet fills the cells to the right and below", async () => {
    await paste(cell("0 0"), "4,16\t5,5\r\n4,2\t5,25\r\n");
    for (const [place, value] of Object.entries({ "0 0": "4,16", "0 1": "5,5", "1 0": "4,2", "1 1": "5,25" })) {
      await expect(cell(place)).toHaveValue(value);
    }
  });

  await test.step("a fault stands in its cell, and the result of the check has the focus", async () => {
    await cell("0 0").fill("quatre");
    await expect(cell("0 0")).toHaveAttribute("aria-invalid", "true");
    await expect(cell("0 0")).toHaveAccessibleDescription(/Pas un nombre/);
    await check.click();
    await expect(result).toBeFocused();
    await expect(result.getByRole("alert")).toBeVisible();
    await expect(page.getByRole("button", { name: "Proposer" })).toHaveCount(0);
  });

  await test.step("once it is mended, the effect is shown, and only then the proposal", async () => {
    await cell("0 0").fill("4,16");
    await expect(result).toHaveCount(0);
    await check.click();
    await expect(result).toBeFocused();
    await expect(result).toBeInViewport();
    await expect(result.getByRole("heading", { level: 2 }).first()).toBeInViewport();
    await expect(result.getByRole("button", { name: "Proposer" })).toBeVisible();
  });
  expect(await findViolations(page)).toEqual([]);
});
