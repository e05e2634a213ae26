import type { Page } from "playwright/test";
import { enter, openDatabase } from "#e2e/portal/database.ts";
import { openPartner } from "#e2e/portal/partners.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";

const go = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("an engineer integrates, repairs failures, and switches to the key that support has made", async ({
  page,
  context,
  browser,
  portal,
}) => {
  const { partner, owner } = portal.second;
  const receiver = await startReceiver(portal.receiverPorts.day, "<script>document.title = 'hacked'</script>");
  const callback = `http://localhost:${portal.receiverPorts.day}/covergate?token=s3cret`;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page.context(), portal, owner);
  await page.goto("/development");

  const key = await test.step("the key is revealed, hidden and copied", async () => {
    await go(page, "Settings");
    await go(page, "API keys");
    const secret = page.getByTestId("secret").first();
    await expect(secret).not.toContainText(partner.developmentKey);
    await page.getByRole("button", { name: "Reveal" }).click();
    await expect(secret).toHaveText(partner.developmentKey);
    await page.getByRole("button", { name: /^Hide/ }).click();
    await expect(secret).not.toContainText(partner.developmentKey);
    await page.getByRole("button", { name: /^Copy cg_/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(partner.developmentKey);
    return partner.developmentKey;
  });

  await test.step("calls with the key are found by filter and by execution id", async () => {
    const refused = await callApi(portal, key, "GET", "/contracts/01J0000000000000000000NONE");
    expect(refused.code).toBe(1051);
    const previewed = await callApi(portal, key, "POST", "/contracts?preview=true", firstContract(partner));
    expect(previewed.status).toBe(200);
    await go(page, "Calls");
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows.filter({ hasText: refused.executionId })).toBeVisible();
    await expect(rows.filter({ hasText: previewed.executionId })).toBeVisible();
    await page.getByRole("button", { name: "Refused", exact: true }).click();
    await expect(rows.filter({ hasText: previewed.executionId })).toBeHidden();
    await expect(rows.filter({ hasText: refused.executionId })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("searchbox", { name: "Search calls" }).fill(previewed.executionId);
    await expect(rows.filter({ hasText: refused.executionId })).toBeHidden();
    await rows.filter({ hasText: previewed.executionId }).getByRole("link").first().click();
    await expect(heading(page, /POST \/v2\/contracts/)).toBeVisible();
    await expect(page.getByText('"Moustache"').first()).toBeVisible();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('-H "key: $COVERGATE_API_KEY"');
  });

  await test.step("wrong callback URLs are refused while typing, and a webhook is created", async () => {
    await go(page, "Webhooks");
    await page.getByRole("link", { name: "New webhook" }).first().click();
    const url = page.getByLabel("Callback URL");
    await url.fill("http://169.254.169.254/latest/meta-data");
    await expect(page.getByText(/Use a public one|must start with https/)).toBeVisible();
    await url.fill("https://hooks.example.com/#token");
    await expect(page.getByText("Anything after # is never sent.")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Back office <b>of the shop</b>");
    await url.fill(callback);
    await expect(page.getByText("Anything after # is never sent.")).toBeHidden();
    await page.getByRole("checkbox", { name: "Contracts", exact: true }).check();
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Done" }).click();
    await expect(heading(page, "Back office <b>of the shop</b>")).toBeVisible();
  });

  const status = page.getByRole("main").locator("header");
  const openDelivery = async (subject: string) => {
    await page.goto(`/development/deliveries?search=${subject}`);
    await page.getByRole("table").getByRole("link").first().click();
    await expect(heading(page, "v2.contract.created")).toBeVisible();
  };

  await test.step("a delivery fails, is retried, and is cancelled", async () => {
    receiver.answerWith(500);
    const { cid, status: answered } = await callApi(portal, key, "POST", "/contracts", firstContract(partner));
    expect(answered).toBe(200);
    await openDelivery(cid);
    await expect(status).toContainText("Retrying");
    const timeline = page.getByRole("list", { name: "Attempts" });
    await expect(timeline).toContainText("Attempt 1");
    await expect(timeline).toContainText("Attempt 2");
    const deliveryId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    // The first retry comes after a minute; once the next is planned, there is time to cancel.
    await advanceRetry(deliveryId);
    await expect(timeline).toContainText("Attempt 3");
    expect(receiver.eventIds).toHaveLength(2);
    expect(new Set(receiver.eventIds).size).toBe(1);
    await expect(status).toContainText("Retrying");
    await page.getByRole("button", { name: "Stop retrying" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop" }).click();
    await expect(status).toContainText("Cancelled");
    await expect(page).not.toHaveTitle("hacked");
  });

  await test.step("the delivery is replayed and arrives; a colleague with an older view does not send it again", async () => {
    receiver.answerWith(200);
    const colleague = await context.newPage();
    await colleague.goto(page.url());
    const replay = (asker: Page) => asker.getByRole("button", { name: "Replay", exact: true });
    await expect(replay(colleague)).toBeEnabled();
    // Their page goes on seeing what it saw: one that had refreshed would send it once more, as they then ask for.
    const deliveryId = new URL(page.url()).pathname.split("/").at(-1);
    const read = procedureAddress("deliveries.read", { environment: "development", deliveryId });
    const response = await context.request.get(read);
    expect(await response.text()).toContain('"status":"cancelled"');
    await colleague.route(/\/trpc\/deliveries\.read/, (route) => route.fulfill({ response }));
    await replay(page).click();
    await expect(status).toContainText("Succeeded");
    // It is said for some seconds only.
    await Promise.all([expect(colleague.getByText("Not replayed")).toBeVisible(), replay(colleague).click()]);
    await colleague.close();
    expect(receiver.eventIds).toHaveLength(3);
    expect(new Set(receiver.eventIds).size).toBe(1);
  });

  await test.step("the delivery links to its call, and the call to its delivery", async () => {
    await page.getByRole("link", { name: /^exec_/ }).click();
    await expect(heading(page, /POST \/v2\/contracts/)).toBeVisible();
    await page.getByRole("link", { name: /Back office/ }).click();
    await expect(heading(page, "v2.contract.created")).toBeVisible();
  });

  const console_ = await browser.newPage({ baseURL: portal.url });
  const regenerate = async (overlap: string | undefined) => {
    await console_.getByRole("button", { name: "Regenerate the Development key" }).click();
    const dialog = console_.getByRole("alertdialog");
    if (overlap !== undefined) await dialog.getByRole("radio", { name: overlap }).check();
    await dialog.getByLabel("Reason").fill("Found in a public repository");
    await dialog.getByRole("button", { name: "Regenerate key" }).click();
    const made = await console_.getByTestId("one-time-secret").textContent();
    await console_.getByRole("button", { name: "Done" }).click();
    return made ?? "";
  };

  await test.step("support revokes the key, and the next call is refused", async () => {
    await enter(console_.context(), portal, portal.support);
    await openPartner(console_, partner.name);
    expect((await callApi(portal, key, "GET", "/renters")).status).toBe(200);
    await console_
      .getByRole("button", { name: `Revoke ${key.slice(0, 7)}` })
      .first()
      .click();
    const dialog = console_.getByRole("alertdialog");
    await dialog.getByLabel("Reason").fill("Found in a public repository");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(dialog).toBeHidden();
    expect(await callApi(portal, key, "GET", "/renters")).toMatchObject({ status: 401, code: 9002 });
  });

  await test.step("support regenerates with an hour of overlap: the partner uses the new key while the old one still works", async () => {
    const first = await regenerate(undefined);
    expect((await callApi(portal, first, "GET", "/renters")).status).toBe(200);
    const second = await regenerate("1 hour");
    await page.goto("/development/keys");
    await expect(page.getByText(/This key works for/)).toBeVisible();
    await page.getByRole("button", { name: "Reveal" }).first().click();
    await expect(page.getByTestId("secret").first()).toHaveText(second);
    expect((await callApi(portal, second, "GET", "/renters")).status).toBe(200);
    expect((await callApi(portal, first, "GET", "/renters")).status).toBe(200);
    expect((await callApi(portal, key, "GET", "/renters")).code).toBe(9002);
  });
  await console_.close();
  await receiver.close();
});

test("a member sees the insurance pages, but not the developer space", async ({ page, portal }) => {
  await callApi(portal, portal.first.partner.developmentKey, "GET", "/contracts/01J0000000000000000000NONE");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await enter(page.context(), portal, portal.first.member);
  await page.goto("/development");
  await expect(page.getByRole("heading", { name: "Current status" })).toBeVisible();
  // It comes with the first call, as what owners are shown of the failed ones does.
  await expect(page.getByRole("group", { name: "Period" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Latest errors" })).toBeHidden();
  expect(asked.filter((url) => url.includes("/overview/failures"))).toEqual([]);
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  await expect(menu.getByRole("link", { name: "Contracts", exact: true })).toBeVisible();
  for (const name of ["API keys", "Calls", "Webhooks", "Deliveries"]) {
    await expect(menu.getByRole("link", { name, exact: true })).toBeHidden();
  }
  for (const path of ["keys", "calls", "webhooks", "deliveries"]) {
    const answer = await page.goto(`/development/${path}`);
    expect(answer?.status()).toBe(403);
    await expect(heading(page, "You don’t have access")).toBeVisible();
  }
});

/** Makes the next attempt of a delivery due now, which the portal looks for several times a second. */
async function advanceRetry(deliveryId: string): Promise<void> {
  const sql = await openDatabase();
  await sql`update delivery_queue set due_at = now() - interval '1 second' where delivery_id = ${deliveryId}`;
}
