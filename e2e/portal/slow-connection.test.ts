import { enter } from "#e2e/portal/database.ts";
import { openBeforeScripts } from "#e2e/portal/open-before-scripts.ts";
import { expect, openPalette, test } from "#e2e/portal/portal.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";

test("what is typed before the page's script has arrived stays, and is searched for", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  const arrive = await openBeforeScripts(page, "/development/calls");
  const search = page.getByRole("searchbox", { name: "Search calls" });
  await search.fill("typed early");
  await arrive();
  await expect(page).toHaveURL(/search=typed(\+|%20)early$/);
  await expect(search).toHaveValue("typed early");
});

test("somebody who signs in before the page's script has arrived is signed in once it is there", async ({ page, portal }) => {
  const { email, password } = portal.first.owner;
  const arrive = await openBeforeScripts(page, "/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await arrive();
  await page.waitForURL("**/development");
});

test("Enter in the palette waits for the documentation, where nothing else is found", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/docs/search.json*", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/development");
  const palette = await openPalette(page);
  const answered = page.waitForResponse((response) => response.url().includes(procedureAddress("search.find")));
  await palette.getByRole("combobox").fill("first claim");
  await answered;
  await page.keyboard.press("Enter");
  resolve();
  await page.waitForURL("**/docs/first-claim");
});
