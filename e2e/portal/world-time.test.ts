import { declareClaim, uploadDocuments } from "#e2e/portal/claims.ts";
import { readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";

test("a moved clock applies to filters, claims and the documentation's examples", async ({ page, browser, portal }) => {
  const { owner, uid } = await openCompany();
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  const contract = firstContract({ renters: [uid] });
  const move = async (advance: string) => {
    expect((await callApi(portal, key, "POST", "/sandbox/clock", { advance })).status).toBe(200);
  };
  const before = await callApi(portal, key, "POST", "/contracts", contract);
  const claim = await declareClaim(portal, { renters: [uid] }, key);
  await move("PT12H");
  const after = await callApi(portal, key, "POST", "/contracts", contract);

  await test.step("the last hour is that of the sandbox", async () => {
    await page.goto("/development/contracts");
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows.filter({ hasText: before.cid })).toBeVisible();
    await page.getByRole("button", { name: "Created" }).click();
    await page.getByRole("button", { name: "Last hour" }).click();
    await expect(rows.filter({ hasText: before.cid })).toBeHidden();
    await expect(rows.filter({ hasText: after.cid })).toBeVisible();
  });

  await test.step("the claims desk shows since when a test claim waits, not that it will wait", async () => {
    await uploadDocuments(portal, key, claim.id, claim.mandatory);
    expect((await callApi(portal, key, "POST", `/claims/${claim.id}/submit`)).status).toBe(200);
    const desk = await browser.newPage({ baseURL: portal.url });
    await enter(desk.context(), portal, portal.handler);
    await desk.goto(`/support/claims/${claim.id}`);
    await expect(desk.getByText(/^since \d/)).toBeVisible();
    await expect(desk.getByText(/\bin \d+ hours/)).toHaveCount(0);
    await desk.close();
  });

  await test.step("an example is sent with future dates", async () => {
    await move("P400D");
    await page.goto("/docs/reference/contracts");
    const operation = page.locator("#createContract");
    await operation
      .locator("summary")
      .filter({ hasText: /example/i })
      .click();
    await operation.getByRole("button", { name: "Try it" }).last().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByText("200", { exact: true })).toBeVisible();
  });
});
