import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { waitUntilIdle } from "#e2e/portal/react.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import { timeZoneCookie } from "#lib/platform/i18n/locales.ts";

test("an unknown page says so in its heading and title", async ({ page, context, portal }) => {
  await enter(context, portal, portal.first.owner);
  for (const address of ["/development/contracts/NONE", "/development/webhooks/none", "/development/none", "/production/no/such/page"]) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page).toHaveTitle("Page not found · Covergate");
    await expect(page.getByRole("navigation", { name: "Main navigation" }), "the menu stays").toBeVisible();
  }
});

test("an unknown page of the console keeps its menu", async ({ page, context, portal }) => {
  await enter(context, portal, portal.handler);
  expect((await page.goto("/support/no/such/page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  // Its name goes on with how many claims wait, once that is known.
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: /^Claims/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Claims" })).toBeVisible();
});

test("a page that does not exist stands still, whatever the time zone of its reader", async ({ page }) => {
  let loads = 0;
  const readCookies = async () => (await page.context().cookies()).map(({ name }) => name);
  page.on("domcontentloaded", () => (loads += 1));
  for (const address of ["/none", "/none/none", "/docs/none-at-all"]) {
    loads = 0;
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    // The first page of a browser may be loaded again with the cookie of its time zone.
    if (address === "/none") await expect.poll(readCookies).toContain(timeZoneCookie);
    await waitUntilIdle(page);
    expect(loads, address).toBeLessThanOrEqual(address === "/none" ? 2 : 1);
  }
});

test("leaving a 404 page restores the title of the next page", async ({ page, context, portal }) => {
  await enter(context, portal, portal.first.owner);
  await page.goto("/development/webhooks/none");
  await expect(page).toHaveTitle("Page not found · Covergate");
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Calls", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
  await expect(page).toHaveTitle("Calls · Development · Covergate");
});

test("a renter's page opens whatever characters its uid has", async ({ page, context, portal }) => {
  const uid = `100% a/b%20c? ${crypto.randomUUID()}`;
  await enter(context, portal, portal.support);
  const company = {
    company_name: "Vélos à la carte",
    first_name: "Ada",
    last_name: "Martin",
    email: "ada@people.example",
    phone_number: "0299000000",
  };
  const place = { address: "1 rue Haute", zipcode: "35000", city: "RENNES", country: "FR" };
  const registration = { uid, company: { ...company, ...place }, contractTypes: ["LCD" as const], productTypes: ["bike" as const] };
  await proceduresOf(context.request, portal.url).console.renters.register.mutate(registration);
  await page.goto(`/support/renters/${encodeURIComponent(uid)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vélos à la carte");
  await expect(page.getByText(uid)).toBeVisible();
});
