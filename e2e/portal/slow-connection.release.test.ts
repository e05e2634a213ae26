import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { openBeforeScripts } from "#e2e/portal/open-before-scripts.ts";
import { callApi, expect, test } from "#e2e/portal/portal.ts";

test("a look-up that is typed before the page's script has arrived finds what was typed", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  const arrive = await openBeforeScripts(page, "/support/lookup");
  const box = page.getByRole("searchbox", { name: "Identifier" });
  await box.fill("typed-early");
  await arrive();
  await box.press("Enter");
  await expect(page).toHaveURL(/q=typed-early$/);
  await expect(page.getByRole("status")).toHaveText("Nothing found");
});

test("a setting that is changed before the page's script has arrived can be saved", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  const arrive = await openBeforeScripts(page, `/support/renters/${portal.second.partner.renters[0]}`);
  const field = page.getByLabel("E-mail address");
  await field.fill("typed-early@people.example");
  await arrive();
  await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
  await expect(field).toHaveValue("typed-early@people.example");
});

test("the own name can be typed once its field keeps it, and not before", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  const arrive = await openBeforeScripts(page, "/support/settings");
  const field = page.getByLabel("Name", { exact: true });
  await expect(field).toBeDisabled();
  await expect(field).not.toHaveValue("");
  await arrive();
  await expect(field).toBeEnabled();
  await field.fill("Typed Later");
  await expect(field).toHaveValue("Typed Later");
});

test("a webhook can be changed once its fields keep what is typed, and not before", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  const settings = { name: "Ledger", url: "https://hooks.example.com/ledger", enabled: true, eventTypes: ["v2.contract.created" as const] };
  const { id } = await inPortal(page).webhooks.create.mutate({ environment: "development", settings });
  const arrive = await openBeforeScripts(page, `/development/webhooks/${id}/edit`);
  const fields = { [settings.name]: page.getByLabel("Name", { exact: true }), [settings.url]: page.getByRole("textbox", { name: "URL" }) };
  for (const [value, field] of Object.entries(fields)) {
    await expect(field).toBeDisabled();
    await expect(field).toHaveValue(value);
  }
  await arrive();
  for (const [value, field] of Object.entries(fields)) {
    await field.fill(`${value}2`);
    await expect(field).toHaveValue(`${value}2`);
  }
});

test("a page of the documentation that is scrolled before its script has arrived does not move under the pointer", async ({
  page,
  portal,
}) => {
  await enter(page.context(), portal, portal.first.owner);
  const arrive = await openBeforeScripts(page, "/docs/first-claim");
  const step = page.locator("#submit");
  const request = step.getByRole("figure").first();
  await request.evaluate((figure) => figure.scrollIntoView({ block: "center" }));
  const place = await request.boundingBox();
  await arrive();
  // The page is the same for everybody, and learns later who may try it.
  await expect(step.getByRole("button", { name: "Try it" })).toBeVisible();
  expect(await request.boundingBox()).toEqual(place);
});

test("the choices of a filter stay in their place when their counts change", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.goto("/development");
  const { key } = await readKey(page);
  await callApi(portal, key, "GET", "/renters");
  await page.goto("/development/calls");
  const choices = page.getByRole("dialog", { name: "Method" }).getByRole("option");
  await page.getByRole("button", { name: "Method" }).click();
  await expect(choices.first()).toHaveText(/^GET\s*1$/);
  const names = async () => (await choices.allInnerTexts()).map((text) => /[A-Z]+/.exec(text)?.[0]);
  const before = await names();
  for (let made = 0; made < 2; made += 1) await callApi(portal, key, "DELETE", "/contracts/01J0000000000000000000NONE/products", {});
  await expect(choices.filter({ hasText: "DELETE" })).toHaveText(/^DELETE\s*2$/);
  expect(await names()).toEqual(before);
});

test("a sign-in that was made before the page's script and is refused loses nothing that was typed", async ({ page, portal }) => {
  const { email } = portal.first.owner;
  const arrive = await openBeforeScripts(page, "/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password at all");
  await page.keyboard.press("Enter");
  await arrive();
  await expect(page.getByRole("alert").filter({ hasText: "password" })).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue(email);
});
