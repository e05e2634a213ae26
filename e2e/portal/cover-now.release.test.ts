import type { Browser } from "playwright/test";
import type { DemoPerson } from "#demo/demo-file.ts";
import { enter } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";

const day = 86_400_000;

async function open(browser: Browser, portal: Portal, person: DemoPerson, locale: string) {
  const context = await browser.newContext({ baseURL: portal.url, locale });
  await enter(context, portal, person);
  return context.newPage();
}

const sentences = {
  "en-GB": {
    running: /^Covered now, until \d+ \w+/,
    coming: /^Not covered yet: the cover starts on \d+ \w+.* and ends on \d+ \w+/,
    cancelled: /^Never covered: the contract was cancelled$/,
  },
  "fr-FR": {
    running: /^Couvert actuellement, jusqu’au \d+/,
    coming: /^Pas encore couvert\s: la couverture commence le \d+.* et prend fin le \d+/,
    cancelled: /^Jamais couvert\s: le contrat a été annulé$/,
  },
} as const;

// rules/contracts.md#cover-1
test("the portal and the console say in one sentence whether a contract covers now, in either language", async ({ browser, portal }) => {
  const { partner, owner } = portal.first;
  const create = async (changes: object) =>
    (await callApi(portal, partner.productionKey, "POST", "/contracts", { ...firstContract(partner), ...changes })).cid;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const cids = {
    running: await create({}),
    coming: await create({ start_date: at(1), end_date: at(2) }),
    cancelled: await create({}),
  };
  expect(await callApi(portal, partner.productionKey, "DELETE", `/contracts/${cids.cancelled}`)).toMatchObject({ status: 200 });

  for (const locale of ["en-GB", "fr-FR"] as const) {
    const [page, desk] = await Promise.all([open(browser, portal, owner, locale), open(browser, portal, portal.support, locale)]);
    for (const state of ["running", "coming", "cancelled"] as const) {
      const sentence = sentences[locale][state];
      await page.goto(`/production/contracts/${cids[state]}`);
      await expect(page.locator("[data-slot=alert] p").first()).toHaveText(sentence);
      await desk.goto(`/support/contracts?cid=${cids[state]}`);
      await expect(desk.locator("[data-slot=alert] p").first()).toHaveText(sentence);
    }
    await page.goto(`/production/contracts/${cids.cancelled}`);
    const main = page.getByRole("main");
    await expect(main.getByText(locale === "en-GB" ? "Planned end" : "Fin prévue")).toBeVisible();
    await expect(main.getByText(locale === "en-GB" ? "Covered until" : "Couvert jusqu’au"), "it had no cover").toBeHidden();
    await page.context().close();
    await desk.context().close();
  }
});
