import { join } from "node:path";
import type { Page } from "playwright/test";
import { enter } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";

// A palette makes them a third as large: `pngquant --force --ext .png docs/images/*.png`.
const pictures = join(import.meta.dirname, "../../docs/images");

for (const colorScheme of ["light", "dark"] as const) {
  test(`the README's ${colorScheme} pictures are taken`, async ({ browser, portal }) => {
    const context = await browser.newContext({
      baseURL: portal.url,
      locale: "en-GB",
      colorScheme,
      viewport: { width: 1360, height: 850 },
      deviceScaleFactor: 2,
    });
    await enter(context, portal, portal.first.owner);
    const procedures = proceduresOf(context.request, portal.url);
    for (const environment of ["development", "production"] as const) {
      await expect.poll(() => procedures.overview.filling.query({ environment }), { timeout: 180_000 }).toBeNull();
    }
    const page = await context.newPage();
    await page.goto("/production");
    const later = page.getByRole("button", { name: "Remind me later" });
    if (await later.isVisible()) await later.click();
    await takeCalls(page, `calls-${colorScheme}`);
    await takeDelivery(page, portal, { procedures, name: `delivery-${colorScheme}` });
    await context.close();
  });
}

/** A day of calls, with the refused one whose error is explained beside the list. */
async function takeCalls(page: Page, name: string): Promise<void> {
  await page.goto("/production/calls");
  await page.getByRole("button", { name: "Show chart" }).click();
  await page.getByRole("button", { name: "Refused", exact: true }).click();
  await page.getByRole("table").getByRole("row").nth(2).click();
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** A webhook whose receiver fails: its delivery is stopped, replayed when the receiver is back, and arrives. */
async function takeDelivery(
  page: Page,
  portal: Portal,
  { procedures, name }: { procedures: ReturnType<typeof proceduresOf>; name: string },
): Promise<void> {
  const { partner } = portal.first;
  const receiver = await startReceiver(portal.receiverPorts.day, '{ "received": true }');
  const { id: webhookId } = await procedures.webhooks.create.mutate({
    environment: "development",
    settings: {
      name: "Back office",
      url: `http://localhost:${portal.receiverPorts.day}/covergate?token=s3cret`,
      enabled: true,
      eventTypes: ["v2.contract.created", "v2.contract.updated", "v2.contract.canceled"],
    },
  });
  receiver.answerWith(500);
  const { cid } = await callApi(portal, partner.developmentKey, "POST", "/contracts", firstContract(partner));
  await expect.poll(() => receiver.eventIds.length).toBe(1);
  receiver.answerWith(200);
  const { rows } = await procedures.deliveries.list.query({ environment: "development", search: cid, webhookId });
  await page.goto(`/development/deliveries/${rows[0]?.id ?? ""}`);
  await page.getByRole("button", { name: "Stop retrying" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("Succeeded").first()).toBeVisible();
  await expect(page.getByText("Delivery queued")).toBeHidden();
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await procedures.webhooks.remove.mutate({ environment: "development", webhookId });
  await receiver.close();
}
