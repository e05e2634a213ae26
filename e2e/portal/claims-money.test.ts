import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { insertClaims } from "#e2e/portal/claims.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { findViolations } from "#e2e/portal/violations.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { bankDayFrom } from "#lib/platform/time/bank-days.ts";
import { dateOf } from "#lib/platform/time/calendar.ts";

const dialogOf = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
const confirm = (page: Page, name: string) => dialogOf(page).getByRole("button", { name, exact: true }).press("Enter");
const known = "Known to us";

test("a claim, the queue, the payments and the bank's file say one amount of a refund with a deduction", async ({
  page,
  browser,
  portal,
}) => {
  const { uid, partnerId, name } = await openCompany();
  const staff = await browser.newContext({ baseURL: portal.url });
  await enter(staff, portal, portal.support);
  const asSupport = proceduresOf(staff.request, portal.url).console;
  await asSupport.renters.attach.mutate({ partnerId, environment: "production", uid });
  await asSupport.payments.proposeAccount.mutate({ uid, holder: "Vélos de la Seine", iban: "DE89370400440532013000" });
  const proposal = (await asSupport.approvals.list.query()).find(({ subjectId }) => subjectId === uid);
  await enter(staff, portal, portal.secondSupport);
  await asSupport.payments.approveAccount.mutate({ proposalId: proposal?.id ?? "" });
  await staff.close();

  const sample = { partner: name, environment: "production", stage: "waiting_for_tulip", status: "in_progress" } as const;
  const claims = await insertClaims([sample, sample, sample]);
  const [reduced, settled, retyped] = claims.map(({ claimId }) => claimId) as [string, string, string];
  const [reducedId = "", settledId = "", retypedId = ""] = claims.map(({ id }) => id);
  await enter(page.context(), portal, portal.handler);
  const { claims: desk } = proceduresOf(page.request, portal.url).console;
  const open = (id: string) => page.goto(`/support/claims/${id}`);

  await test.step("the dialog says what a deduction leaves to be paid, and the claim adds it up", async () => {
    await desk.takeAction.mutate({ claimId: reducedId, move: { move: "approveRefund", amountCents: 24_550, reason: known } });
    await open(reducedId);
    await press(page, "Deduct an amount");
    await dialogOf(page).getByLabel("Amount in euros").fill("45.50");
    await expect(dialogOf(page)).toContainText("€45.50 will be deducted: €200.00 is then to be paid.");
    await dialogOf(page).getByLabel("Reason").fill("Deductible of the contract");
    await confirm(page, "Deduct");
    await expect(page.getByText("Waiting to be paid")).toBeVisible();
    await expect(page.getByText("“Deductible of the contract”").first()).toBeVisible();
    await expect(page.getByRole("main").getByText("To be paid€200.00")).toBeVisible();
    await press(page, "Pay");
    await expect(dialogOf(page)).toContainText("€200.00");
    await expect(dialogOf(page)).not.toContainText("€245.50");
    await page.keyboard.press("Escape");
  });

  await test.step("a refund that deductions take up is settled, not paid", async () => {
    await desk.takeAction.mutate({ claimId: settledId, move: { move: "approveRefund", amountCents: 10_000, reason: known } });
    await desk.takeAction.mutate({ claimId: settledId, move: { move: "chargeClaim", amountCents: 10_000, reason: "Unpaid rent" } });
    await open(settledId);
    await press(page, "Settle");
    await expect(dialogOf(page)).toContainText("nothing is transferred");
    await page.keyboard.press("Escape");
  });

  await test.step("a mistyped proposal is withdrawn and does not read as declined", async () => {
    await desk.takeAction.mutate({ claimId: retypedId, move: { move: "approveRefund", amountCents: 900_000, reason: known } });
    await open(retypedId);
    await expect(page.getByText("Waiting for a second handler")).toBeVisible();
    await press(page, "Withdraw");
    await confirm(page, "Withdraw the proposal");
    await expect(page.getByText("Withdrawn", { exact: true })).toBeVisible();
    await expect(page.getByText("Declined", { exact: true })).toHaveCount(0);
    await desk.takeAction.mutate({ claimId: retypedId, move: { move: "approveRefund", amountCents: 9_000, reason: known } });
  });

  await test.step("the queue has the same amounts, each in its column", async () => {
    await page.goto(`/support/claims?view=pay&partner=${partnerId}`);
    for (const [number, amount] of Object.entries({ [reduced]: "€200.00", [settled]: "€0.00", [retyped]: "€90.00" })) {
      await expect(page.getByRole("row").filter({ hasText: number })).toContainText(amount);
    }
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const cells = page.getByRole("cell");
    const drawnOver = await cells.evaluateAll((all) =>
      all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
    expect(drawnOver, "no text is drawn over its neighbour").toEqual([]);
  });

  await test.step("the bank gets the transfers alone, on a day on which it works", async () => {
    await page.goto("/support/payments");
    await expect(page.getByRole("row").filter({ hasText: settled })).toContainText("Nothing to transfer");
    for (const number of [reduced, settled, retyped]) await page.getByRole("checkbox", { name: `Select ${number}` }).press("Space");
    await press(page, "SEPA file");
    await expect(dialogOf(page)).toContainText("2 payments selected €290.00");
    await expect(dialogOf(page)).toContainText(`Deductions take up the whole refund of ${settled}`);
    await dialogOf(page).getByLabel("Execution date").fill("2099-01-03");
    await expect(dialogOf(page)).toContainText("Banks make no transfers on that day");
    await dialogOf(page)
      .getByLabel("Execution date")
      .fill(bankDayFrom(dateOf(new Date(), zone)));
    const downloaded = page.waitForEvent("download");
    await confirm(page, "Make the file");
    const file = await readFile(await (await downloaded).path(), "utf8");
    expect(file).toContain("<NbOfTxs>2</NbOfTxs><CtrlSum>290.00</CtrlSum>");
    for (const amount of ["200.00", "90.00"]) expect(file).toContain(`<InstdAmt Ccy="EUR">${amount}</InstdAmt>`);
    await expect(page.getByRole("row").filter({ hasText: reduced })).toContainText("At the bank");
  });
});
