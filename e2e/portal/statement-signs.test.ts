import type { Page } from "playwright/test";
import { insertClaims } from "#e2e/portal/claims.ts";
import { readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { findPartner } from "#e2e/portal/partners.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";

/** The amounts below a column's title, in every table, and beside its name in the totals, without those of nothing. */
async function amountsOf(page: Page, name: string): Promise<string[]> {
  const texts = await page.locator("#content").evaluate((content, title) => {
    const ofTables = [...content.querySelectorAll("table")].flatMap((table) => {
      const header = [...table.querySelectorAll("th")].find(({ textContent }) => textContent === title);
      return header === undefined
        ? []
        : [...table.querySelectorAll("tbody tr")].map((row) => row.children[header.cellIndex]?.textContent ?? "");
    });
    const ofTotals = [...content.querySelectorAll("dt")].filter(({ textContent }) => textContent === title);
    return [...ofTables, ...ofTotals.map((term) => term.nextElementSibling?.textContent ?? "")];
  }, name);
  return texts.filter((text) => /[1-9]/.test(text));
}

test("a deduction and the tax have their minus in every table of a statement, and in its totals", async ({ page, portal }) => {
  const now = new Date();
  const month = monthOf(now);
  const { owner, uid, name } = await openCompany();
  await page.setViewportSize({ width: 1920, height: 1000 });
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  await callApi(portal, key, "POST", "/contracts", firstContract({ renters: [uid] }));
  const refund = sampleRefund({ paymentState: "paid", paymentAt: now, countedAt: now, withheldCents: 2000, createdAt: now });
  const environment = "development";
  await insertClaims([{ partner: name, environment, stage: "closed_paid", status: "closed", settlements: [refund] }]);

  const expectMinus = async (address: string, column: string, tables: number) => {
    await page.goto(address);
    await expect.poll(async () => (await amountsOf(page, column)).length, `${column} of ${address}`).toBeGreaterThanOrEqual(tables);
    for (const amount of await amountsOf(page, column)) expect(amount, `${column} of ${address}`).toMatch(/^-€\d/);
  };
  // The list; the table of rental companies, its total and the totals above; and the refunds, which have no tax.
  await expectMinus("/development/statements", "Tax", 1);
  await expectMinus("/development/statements", "Deductions", 1);
  await expectMinus(`/development/statements/${month}`, "Tax", 3);
  await expectMinus(`/development/statements/${month}`, "Deductions", 4);
  await page.goto("about:blank");
  await enter(page.context(), portal, portal.support);
  // The demo has contracts in Production.
  const partnerId = await findPartner(page.request, portal, portal.first.partner.name);
  for (const address of ["", `/${month}`, `/${month}/${partnerId}`]) await expectMinus(`/support/statements${address}`, "Tax", 1);
});
