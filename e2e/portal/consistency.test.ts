import { randomUUID } from "node:crypto";
import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, openPalette, signIn, test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";

test("a key's page shows its use, a report stays open until the key is dead, and reveals, copies and reports are audited", async ({
  page,
  context,
  browser,
  portal,
}) => {
  const { owner, partnerId } = await openCompany();
  const what = `It was in a screenshot, ${randomUUID()}.`;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, owner);
  await page.goto("/production/keys");
  await expect(page.getByText(/requests per minute and key/)).toBeVisible();
  await page.getByRole("button", { name: "Reveal" }).first().click();
  const secret = page.getByTestId("secret").first();
  await expect(secret).toHaveText(/^cg_live_\w+$/);
  const key = (await secret.textContent()) ?? "";
  await page
    .getByRole("button", { name: /^Copy cg_/ })
    .first()
    .click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page
    .getByRole("button", { name: /^Report a compromised key/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByLabel("What happened?").fill(what);
  await page.getByRole("alertdialog").getByRole("button", { name: "Report the key" }).click();
  await expect(page.getByText("Reported: support is looking into it")).toBeVisible();

  const console_ = await browser.newPage({ baseURL: portal.url });
  await enter(console_.context(), portal, portal.support);
  await console_.goto(`/support/partners/${partnerId}`);
  await expect(console_.getByText("Reported", { exact: true }).first()).toBeVisible();
  await console_.getByRole("button", { name: "Regenerate the Production key" }).click();
  const dialog = console_.getByRole("alertdialog");
  await expect(dialog.getByRole("radio", { name: "Not at all" }), "a key that has leaked is not kept alive").toBeChecked();
  await dialog.getByRole("radio", { name: "24 hours" }).check();
  await dialog.getByLabel("Reason").fill("Found in a screenshot");
  await dialog.getByRole("button", { name: "Regenerate key" }).click();
  await console_.getByRole("button", { name: "Done" }).click();
  await callApi(portal, key, "GET", "/contracts/none");
  await console_.goto("/support/keys");
  await expect(console_.getByText(what), "the key still works, so its report is open").toBeVisible();
  await console_.close();

  await page.goto("/production/keys");
  await expect(page.getByText(/\d+ of \d+ calls since the rotation still uses? this key/)).toBeVisible();
  await expect(page.getByText("Reported: support is looking into it")).toBeVisible();
  await page.goto("/development/activity");
  for (const action of ["Key copied", "Key revealed", "Key reported", "Signed in"]) {
    await expect(page.getByRole("row").filter({ hasText: action }).first()).toBeVisible();
  }
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^covergate-development-activity-.*\.csv$/);
});

test("the error count is the same on every page, and no success notice shows while calls fail", async ({ page, context, portal }) => {
  const countIn = async (path: string, pattern: RegExp) => {
    await page.goto(path);
    return Number(pattern.exec(await page.getByRole("main").innerText())?.[1]);
  };
  const onLanding = await countIn("/", /(\d+) documented errors/);
  expect(onLanding).toBeGreaterThan(100);
  expect(await countIn("/docs/errors", /^(\d+) errors$/m)).toBe(onLanding);

  await enter(context, portal, portal.first.owner);
  await callApi(portal, portal.first.partner.developmentKey, "GET", "/contracts/01J0000000000000000000NONE");
  await page.goto("/development");
  await expect(page.getByText("Integration complete", { exact: false }), "a call has failed: nothing is praised").toBeHidden();
  await expect(page.getByText("Retrying").first()).toBeAttached();
});

test("the palette finds pages, documentation and identifiers, and an example is sent from the docs without storing a key", async ({
  page,
  context,
  portal,
}) => {
  await enter(context, portal, portal.first.owner);
  const { executionId } = await callApi(portal, portal.first.partner.developmentKey, "GET", "/contracts/none");
  await page.goto("/development/contracts");
  const palette = await openPalette(page);
  await palette.getByRole("combobox").fill(executionId);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/development/calls/${executionId}`);
  const [uid = ""] = portal.first.partner.renters;
  // At once: what surrounds the pages has stayed.
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("combobox").fill(uid);
  // Lines that lead to all of a kind follow it.
  await palette
    .getByRole("option", { name: new RegExp(uid) })
    .first()
    .click();
  await page.waitForURL(`**/development/renters/${uid}`);
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("combobox").fill("first claim");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/first-claim");
  await expect(page.getByRole("banner").or(page.locator("header")).getByRole("link", { name: "Portal" })).toBeVisible();

  await page.goto("/docs/reference/geo");
  await expect(page.getByRole("button", { name: "Try it" }).first()).toBeVisible();
  await page.goto("/docs/reference/renters");
  await page.getByRole("button", { name: "Try it" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("200", { exact: true })).toBeVisible();
  await dialog.getByRole("link", { name: "View call" }).click();
  await page.waitForURL("**/development/calls/exec_*");
  const stored = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));
  expect(stored).not.toContain(portal.first.partner.developmentKey.slice(0, 14));
});

test("a failing webhook is shown as failing on every page, without a success notice", async ({ page, portal }) => {
  const { owner, uid } = await openCompany();
  const receiver = await startReceiver(portal.receiverPorts.truth, "");
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  const url = `http://localhost:${portal.receiverPorts.truth}/ledger`;
  const settings = { name: "Ledger", url, enabled: true, eventTypes: ["v2.contract.created" as const] };
  await inPortal(page).webhooks.create.mutate({ environment: "development", settings });
  const create = async () => {
    const { cid } = await callApi(portal, key, "POST", "/contracts", firstContract({ renters: [uid] }));
    // One that has failed comes again after a minute.
    await expect.poll(() => receiver.requests.some(({ body }) => body.includes(cid))).toBe(true);
  };
  const praise = page.getByText("Integration complete", { exact: false });
  const row = page.getByRole("row").filter({ hasText: "Ledger" });

  await create();
  await page.goto("/development");
  await expect(praise).toBeVisible();
  await page.goto("/development/webhooks");
  await expect(row.getByText("Enabled", { exact: true })).toBeVisible();

  receiver.answerWith(503);
  await create();
  await expect(row.getByText("Failing", { exact: true }), "although half of its deliveries have arrived").toBeVisible();
  await page.goto("/development");
  await expect(page.getByText("1 of 1 failing")).toBeVisible();
  await expect(praise).toBeHidden();
  await page.getByRole("link", { name: "Webhooks", exact: true }).last().click();
  await expect(page.getByText(/^Failing since/)).toBeVisible();
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();

  await test.step("the overview lists failed deliveries in the order of the times it shows", async () => {
    await create();
    const { deliveries } = await inPortal(page).overview.failures.query({ environment: "development" });
    const oldest = deliveries.at(-1);
    await inPortal(page).deliveries.retry.mutate({
      environment: "development",
      deliveryId: oldest?.id ?? "",
      attempts: oldest?.attempts ?? 0,
    });
    await page.goto("/development");
    const list = page.getByRole("heading", { name: "Latest failed or retrying deliveries" }).locator("xpath=../..");
    // One that is being delivered is not in it.
    await expect(list.locator("li time")).toHaveCount(2);
    const times = await list.locator("li time").evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
    expect(times).toEqual(times.toSorted().toReversed());
    await page.getByRole("link", { name: "Webhooks", exact: true }).last().click();
  });

  receiver.answerWith(200);
  await create();
  await expect(page.getByText(/^Failing since/)).toBeHidden();
  await expect(page.getByText("Enabled", { exact: true })).toBeVisible();
  await receiver.close();
});

test("a partner sees a key's permissions, its refusals, and hours without calls as a gap", async ({ page, portal }) => {
  const { owner } = await openCompany({ features: ["bulk_renewals"], requestsPerMinute: 3, openContractsLimit: 70 });
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  await page.goto("/development/keys");
  const plan = page.getByRole("main");
  await expect(plan.getByText("3 requests per minute and key")).toBeVisible();
  await expect(plan.getByText("Bulk renewals")).toBeVisible();
  await expect(plan.getByText("70", { exact: true })).toBeVisible();

  const statuses: number[] = [];
  for (let made = 0; made < 8; made += 1) statuses.push((await callApi(portal, key, "GET", "/renters")).status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  await expect(async () => {
    await page.reload();
    await expect(plan.getByText("3 requests per minute and key")).toBeVisible();
    expect(await plan.getByRole("link", { name: String(refused), exact: true }).count()).toBe(1);
  }, "the refusals are counted").toPass();
  await plan.getByRole("link", { name: String(refused), exact: true }).click();
  await page.waitForURL("**/development/calls?status=429&source=system,command_line");
  await expect(page.getByRole("table").getByText("429", { exact: true })).toHaveCount(refused);

  await page.goto("/development");
  await page.getByRole("button", { name: "Error rate, as a table" }).click();
  const hours = page.getByRole("region", { name: "Error rate" }).getByRole("row");
  await expect(hours).toHaveCount(25);
  await expect(hours.filter({ hasText: "—" }), "but for the hour of the calls").toHaveCount(23);
});
