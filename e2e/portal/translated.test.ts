import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { translate } from "#e2e/portal/translation.ts";
import { ControlUser } from "#e2e/portal/use-each-control.ts";

// translated.release.test.ts uses the controls of the other pages.
test("each control of a form works on a translated page", async ({ page, portal }) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  const controls = new ControlUser(page);
  await controls.usePage("(portal)/[environment]/webhooks/new", "/development/webhooks/new");
  expect(controls.takeBroken()).toEqual([]);
  expect(controls.count).toBeGreaterThan(10);
});

test("the menu works on a translated page", async ({ page, portal }) => {
  for (const [person, address] of [
    [portal.first.owner, "/development"],
    [portal.support, "/support/partners"],
  ] as const) {
    // An open page loads itself again once it notices another viewer.
    await page.goto("about:blank");
    await enter(page.context(), portal, person);
    const controls = new ControlUser(page);
    await controls.followMenu(address);
    expect(controls.takeBroken()).toEqual([]);
  }
});

test("a translated button changes its word, and a secret comes and goes", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await page.goto("/development/settings/api-integration");
  await translate(page);
  const main = page.locator("main");
  for (let turn = 0; turn < 2; turn += 1) {
    await main.getByRole("button", { name: "Reveal" }).click();
    await expect(page.getByTestId("secret")).toContainText(/cg_dev_\w{30}/);
    await expect(main.getByRole("button", { name: "Reveal" })).toHaveCount(0);
    await main.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByTestId("secret")).not.toContainText(/cg_dev_\w{30}/);
  }
});
