import type { Locator, Page } from "playwright/test";
import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, insertCalls, openCompany } from "#e2e/portal/database.ts";
import { openPartner } from "#e2e/portal/partners.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { nameErrors } from "#lib/developer/calls/errors-behind.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

/** More clicks than these do not lead from the page of a partner to what is wrong there. */
const mostClicks = 4;
const environment = "development";
const meanings = nameErrors(errorCatalogue);

/** A partner's system that fails in five ways at once, whose owner and support are signed in. */
async function failFiveWays(portal: Portal, ownersPage: Page, supportsPage: Page) {
  const { owner, uid, partnerId } = await openCompany();
  await enter(ownersPage.context(), portal, owner);
  await enter(supportsPage.context(), portal, portal.support);
  const [asOwner, asSupport] = [inPortal(ownersPage), inPortal(supportsPage)];
  const contract = firstContract({ renters: [uid] });

  const settings = { name: "Ledger", url: `http://localhost:${portal.receiverPorts.support}/`, enabled: true };
  await asOwner.webhooks.create.mutate({ environment, settings: { ...settings, eventTypes: ["v2.contract.created"] } });
  const old = await readKey(ownersPage);
  expect((await callApi(portal, old.key, "POST", "/contracts", contract)).status).toBe(200);
  await expect.poll(async () => (await asOwner.webhooks.list.query({ environment }))[0]?.failingSince).not.toBeNull();

  const [own] = await asOwner.keys.list.query({ environment });
  await asSupport.console.keys.revoke.mutate({ keyId: own?.id ?? "", reason: "It stood in a public repository" });
  const revoked = await callApi(portal, old.key, "POST", "/contracts", contract);
  await asSupport.console.keys.regenerate.mutate({ partnerId, environment, overlap: 0, reason: "The one before is revoked" });
  const { key } = await readKey(ownersPage);
  const refused = await callApi(portal, key, "POST", "/contracts", {
    ...contract,
    products: [{ product_type: "bike", product_subtype: "kick" }],
  });

  const failed = { at: new Date(), status: 500, errorCode: errorCatalogue.INTERNAL_ERROR.code };
  await insertCalls(partnerId, [failed, failed]);

  const limit = { seen: {}, changes: { requestsPerMinute: 1 }, reason: "A loop called us all night" };
  await asSupport.console.partners.change.mutate({ partnerId, ...limit });
  await expect.poll(async () => (await callApi(portal, key, "POST", "/contracts", contract)).status).toBe(429);
  return { partnerId, revoked, refused };
}

test("support finds each of five causes from the partner's page in four clicks at most, and the owner opens the same view", async ({
  page,
  context,
  browser,
  portal,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const ownersPage = await browser.newPage({ baseURL: portal.url });
  const { partnerId, revoked, refused } = await failFiveWays(portal, ownersPage, page);
  let clicks = 0;
  const click = async (link: Locator) => {
    clicks += 1;
    await link.click();
  };
  const find = (cause: string, look: () => Promise<void>) =>
    test.step(cause, async () => {
      await page.goto(`/support/partners/${partnerId}`);
      clicks = 0;
      await click(page.getByRole("link", { name: "View traffic" }));
      const development = page.getByRole("navigation", { name: "Environment" }).getByRole("link", { name: "Development" });
      await click(development);
      await expect(development).toHaveAttribute("aria-current", "page");
      await click(page.getByRole("link", { name: "Errors and changes" }));
      await look();
      expect(clicks).toBeLessThanOrEqual(mostClicks);
    });
  const errors = page.locator("[data-slot=card]").filter({ has: page.getByText("Errors of the last 7 days") });
  const group = (code: number | undefined) => errors.getByRole("listitem").filter({ hasText: `${code} createContract` });
  const moments = page.getByRole("list", { name: "What changed, and when errors began" }).getByRole("listitem");

  await find("a revoked key", async () => {
    expect(revoked.status).toBe(401);
    await expect(group(revoked.code)).toContainText("Invalid API key");
    const change = moments.filter({ hasText: "Key revoked" });
    await expect(change).toContainText("It stood in a public repository");
    const places = (await moments.allTextContents()).map((text) => [text.includes("Key revoked"), text.includes(`First ${revoked.code}`)]);
    expect(
      places.findIndex(([isChange]) => isChange),
      "it is below the error that it led to",
    ).toBeGreaterThan(places.findIndex(([, isError]) => isError));
  });

  await find("a limit", async () => {
    await expect(group(errorCatalogue.RATE_LIMITED.code)).toContainText(errorCatalogue.RATE_LIMITED.meaning);
    const change = moments.filter({ hasText: "Partner changed" });
    await expect(change).toContainText("Limit: 1 request per minute");
    await expect(change).toContainText("A loop called us all night");
  });

  await find("a broken webhook", async () => {
    await click(moments.filter({ hasText: "Webhook Ledger began to fail" }).getByRole("link", { name: "Show its deliveries" }));
    await expect(page.getByRole("row").filter({ hasText: "Connection refused" })).toBeVisible();
  });

  await find("a refused product", async () => {
    expect(refused.status).toBe(400);
    await expect(group(refused.code)).toContainText(meanings[`${refused.code} createContract`] ?? "none");
    await click(group(refused.code).getByRole("link"));
    await expect(
      page
        .getByRole("table")
        .getByRole("row")
        .filter({ hasText: String(refused.code) }),
    ).toHaveCount(1);
  });

  await find("an outage of ours", async () => {
    await expect(group(errorCatalogue.INTERNAL_ERROR.code)).toContainText("On our side");
  });

  await test.step("the owner opens the same view by its link", async () => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const follow = async (part: string) => {
      await page.getByRole("button", { name: "Copy the partner’s link" }).click();
      await expect.poll(copied).toContain(part);
      await ownersPage.goto(await copied());
    };
    await follow("/development/calls/errors");
    await expect(ownersPage.getByRole("row").filter({ hasText: "Invalid API key" })).toBeVisible();
    await group(refused.code).getByRole("link").click();
    await expect(page).toHaveURL(/view=calls/);
    await follow(`errorCode=${refused.code}`);
    await expect(
      ownersPage
        .getByRole("table")
        .getByRole("row")
        .filter({ hasText: String(refused.code) }),
    ).toHaveCount(1);
  });
  await ownersPage.close();
});

test("a tab that is clicked before the other environment is there opens in that environment", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await openPartner(page, portal.first.partner.name);
  await page.getByRole("link", { name: "View traffic" }).click();
  await expect(page.getByRole("link", { name: "Production" })).toHaveAttribute("aria-current", "page");
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(
    ({ pathname }) => pathname.endsWith("/development"),
    async (route) => {
      await arrived;
      await route.continue();
    },
  );
  await page.getByRole("link", { name: "Development" }).click();
  await page.getByRole("link", { name: "Deliveries" }).click();
  await expect(page.getByRole("link", { name: "Production" })).toHaveAttribute("aria-current", "page");
  arrive();
  await expect(page).toHaveURL(/\/development\?view=deliveries$/);
  await expect(page.getByRole("link", { name: "Deliveries" })).toHaveAttribute("aria-current", "page");
});
