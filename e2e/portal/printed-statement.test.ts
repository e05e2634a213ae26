import { readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { findPartner } from "#e2e/portal/partners.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";

test("a closed month prints whose it is, its number, when it closed and its tax, and nothing that can be clicked", async ({
  page,
  portal,
}) => {
  const { owner, uid } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.goto("/development/keys");
  const { key } = await readKey(page);
  const month = monthOf(new Date());
  await callApi(portal, key, "POST", "/contracts", firstContract({ renters: [uid] }));
  await callApi(portal, key, "POST", "/sandbox/clock", { advance: "P2M" });
  await page.emulateMedia({ media: "print" });
  const onPaper = { notice: page.getByText("Protect your account with a second factor."), skip: page.getByText("Skip to content") };

  await test.step("of a partner", async () => {
    await page.goto(`/development/statements/${month}`);
    await expect(page.getByText(/^Statement no\. \d{4}-\d{2}-[0-9A-F]{8}$/)).toBeVisible();
    await expect(page.getByText(/^Closed on 3 /)).toBeVisible();
    await expect(page.locator("#content").getByText("Test data. Nothing is insured.")).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Tax", exact: true })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: /^Essai .* · Statement / }), "each sheet says whose it is").toBeVisible();
    await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
    for (const hidden of Object.values(onPaper)) await expect(hidden).toBeHidden();
  });

  await test.step("of all partners, and of one in the console", async () => {
    // An open page loads itself again once it notices another viewer, which would abort the next navigation.
    await page.goto("about:blank");
    await enter(page.context(), portal, portal.support);
    const partnerId = await findPartner(page.request, portal, portal.first.partner.name);
    for (const address of [`/support/statements/${month}`, `/support/statements/${month}/${partnerId}`]) {
      await page.goto(address);
      await expect(page.getByRole("columnheader", { name: "Tax", exact: true })).toBeVisible();
      await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
      for (const hidden of Object.values(onPaper)) await expect(hidden).toBeHidden();
    }
  });
});
