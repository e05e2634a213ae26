import { randomUUID } from "node:crypto";
import { inPortal } from "#e2e/portal/company.ts";
import { enter } from "#e2e/portal/database.ts";
import { expect, signIn, test } from "#e2e/portal/portal.ts";

test("a tab that was opened as one partner changes nothing for another, and says who is signed in", async ({ page, portal }) => {
  const { first, second } = portal;
  await enter(page.context(), portal, first.owner);
  await page.goto("/development/webhooks/new");
  const name = `Webhook ${randomUUID()}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Callback URL").fill("https://hooks.example.com/covergate");
  await page.getByRole("checkbox", { name: /v2\.contract\.created/ }).check();

  const refused = page.waitForResponse((response) => response.status() === 409, { timeout: 0 });
  const other = await page.context().newPage();
  await other.goto("/development");
  await other.getByRole("button", { name: /Your account/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await other.waitForURL("**/sign-in");
  await signIn(other, second.owner);

  // A request in the background may have been refused already, and has loaded the page anew.
  if ((await page.getByLabel("Name", { exact: true }).inputValue()) !== "") {
    await page.getByRole("button", { name: "Create webhook" }).click();
  }
  await refused;
  await expect(page.getByText(`You are signed in as`)).toContainText(second.partner.name);
  await expect(page.getByLabel("Name", { exact: true }), "the page is loaded anew").toHaveValue("");
  const webhooks = await inPortal(other).webhooks.list.query({ environment: "development" });
  expect(JSON.stringify(webhooks)).not.toContain(name);

  await page.goto("/development/webhooks");
  await expect(page.getByText("You are signed in as"), "it is said once").toHaveCount(0);
});
