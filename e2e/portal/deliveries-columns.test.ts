import { enter } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("the list of deliveries shows the bike, its marking and the customer at 1440 pixels", async ({ page, portal }) => {
  const { partner, owner } = portal.first;
  await enter(page.context(), portal, owner);
  await proceduresOf(page.request, portal.url).webhooks.create.mutate({
    environment: "development",
    settings: {
      name: "Back office of Lyon",
      url: "https://hooks.example.com/covergate",
      enabled: false,
      eventTypes: ["v2.contract.created"],
    },
  });
  const { cid } = await callApi(portal, partner.developmentKey, "POST", "/contracts", firstContract(partner));
  await page.goto(`/development/deliveries?search=${cid}`);
  const about = page.getByRole("table").getByRole("link", { name: "FR-1" }).first().locator("xpath=..");
  await expect(about).toContainText("Moustache Lundi 27 · FR-1 · Ada Martin");
  const cut = await about.evaluate(
    (cell) =>
      [...cell.querySelectorAll("*"), cell].filter(
        (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline",
      ).length,
  );
  expect(cut, "nothing of it is cut").toBe(0);
});
