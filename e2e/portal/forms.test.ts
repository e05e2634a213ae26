import type { Page } from "playwright/test";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";

test.beforeEach(async ({ context, portal }) => enter(context, portal, portal.first.owner));

test("a webhook is created once, however often the button is clicked before its page is there", async ({ page }) => {
  await fillWebhook(page, "Made once");
  // Its page takes until the end of the test.
  await page.route(/\/development\/webhooks\/(?!new)/, () => undefined);
  const made = page.waitForResponse((response) => response.url().endsWith(procedureAddress("webhooks.create")));
  const create = page.getByRole("button", { name: "Create webhook" });
  await create.click();
  await made;
  await expect(create).toBeDisabled();
});

test("a form leads to its first error, which may be a group of checkboxes, and names the setting that allows a local receiver", async ({
  page,
}) => {
  await page.goto("/development/webhooks/new");
  await page.getByLabel("Name", { exact: true }).fill("No event");
  const url = page.getByLabel("Callback URL");
  await expect(url).toHaveAccessibleDescription(/^HTTPS at a public address, or HTTP at localhost:\d+/);
  await url.fill("http://localhost:1/");
  const create = page.getByRole("button", { name: "Create webhook" });
  await create.click();
  await expect(url).toBeFocused();
  await expect(url).toHaveAccessibleDescription(
    "The URL must start with https://. To allow this host, start Covergate with WEBHOOK_ALLOWED_HOSTS=localhost:1.",
  );
  await url.fill("https://hooks.example.com/");
  await create.click();
  await expect(page.getByText("Choose at least one event.")).toBeInViewport();
  await expect(page.getByRole("group", { name: "Events" }).getByRole("checkbox").first()).toBeFocused();
});

test("a form survives the end of its session: it says so, and is sent after the user has signed in again", async ({
  page,
  context,
  portal,
}) => {
  await fillWebhook(page, "Half filled");
  await context.clearCookies({ name: /session/ });
  const create = page.getByRole("button", { name: "Create webhook" });
  await create.click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half filled");
  await enter(context, portal, portal.first.owner);
  await create.click();
  await expect(page.getByRole("heading", { level: 1, name: "Half filled" })).toBeVisible();
});

test("a list with an ended session leads to the sign-in and back", async ({ page, context, portal }) => {
  await page.goto("/development/contracts");
  await context.clearCookies({ name: /session/ });
  await expect(page).toHaveURL(/\/sign-in\?from=%2Fdevelopment%2Fcontracts(&|$)/);
  await enter(context, portal, portal.first.owner);
  await page.reload();
  await expect(page).toHaveURL(/\/development\/contracts$/);
});

test("unchanged settings do not block signing in again", async ({ page, context, portal }) => {
  await openSettings(page, portal);
  await expect(page.getByLabel("Requests per minute")).toBeVisible();
  await context.clearCookies({ name: /session/ });
  await expect(page).toHaveURL(/\/sign-in\?from=%2Fsupport%2Fpartners%2F/);
});

test("text typed while settings are being saved stays for the next save", async ({ page, portal }) => {
  await openSettings(page, portal);
  const saving = Promise.withResolvers<void>();
  await page.route(`**${procedureAddress("console.partners.change")}`, async (route) => {
    await saving.promise;
    await route.continue();
  });
  const limit = page.getByLabel("Requests per minute");
  const contracts = page.getByLabel("Open contracts");
  const reason = page.getByLabel("Reason");
  const save = page.getByRole("button", { name: "Save" });
  await limit.fill("50 000");
  await reason.fill("a big customer");
  await save.click();
  await expect(save).toBeDisabled();
  await contracts.fill("90000");
  saving.resolve();
  await expect(reason).toHaveValue("");
  await expect(contracts).toHaveValue("90000");
  await reason.fill("and a growing one");
  // The notification of the first save slides over the button.
  await save.press("Enter");
  await expect(reason).toBeHidden();
  await page.reload();
  await expect(limit).toHaveValue("50000");
  await expect(contracts).toHaveValue("90000");
});

test("a disabled button keeps the focus and sends no form", async ({ page, portal }) => {
  await openSettings(page, portal);
  const limit = page.getByLabel("Requests per minute");
  const before = await limit.inputValue();
  await limit.fill("123");
  const undo = page.getByRole("button", { name: "Discard changes" });
  await undo.press("Enter");
  await expect(limit).toHaveValue(before);
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()));
  await limit.fill("124");
  await limit.press("Enter");
  await expect(page.getByLabel("Reason"), "what is missing is asked for, and nothing sent").toBeFocused();
  await page.reload();
  await expect(limit).toHaveValue(before);
  expect(sent).toEqual([]);
});

/** Opens the settings of a partner of its own, as support does. */
async function openSettings(page: Page, portal: Portal): Promise<void> {
  const { partnerId } = await openCompany();
  await enter(page.context(), portal, portal.support);
  await page.goto(`/support/partners/${partnerId}`);
  await page.getByRole("tab", { name: "Features and limits" }).click();
}

async function fillWebhook(page: Page, name: string): Promise<void> {
  await page.goto("/development/webhooks/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Callback URL").fill("https://hooks.example.com/covergate?token=s3cret");
  await page.getByRole("checkbox", { name: "Contracts", exact: true }).check();
  // It leads to the webhook's page without a secret to be shown before.
  await page.getByRole("switch", { name: "Sign requests" }).uncheck();
}
