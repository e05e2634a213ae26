import { join } from "node:path";
import { enter } from "#e2e/portal/addresses.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";

// A palette makes them a third as large: `convert calls.png +dither -colors 128 -strip PNG8:calls.png`.
const pictures = join(import.meta.dirname, "../../docs/images");

test("the README's pictures are taken", async ({ browser, portal }) => {
  const { partner, owner } = portal.first;
  const key = partner.developmentKey;
  const receiver = await startReceiver(portal.receiverPorts.day, '{ "received": true }');
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: "en-GB",
    colorScheme: "light",
    viewport: { width: 1360, height: 850 },
    deviceScaleFactor: 2,
  });
  await enter(context.request, portal, owner);
  await proceduresOf(context.request, portal.url).webhooks.create.mutate({
    environment: "development",
    settings: {
      name: "Back office",
      url: `http://localhost:${portal.receiverPorts.day}/covergate?token=s3cret`,
      enabled: true,
      eventTypes: ["v2.contract.created", "v2.contract.updated", "v2.contract.canceled"],
    },
  });

  receiver.answerWith(500);
  const contract = firstContract(partner);
  const failing = await callApi(portal, key, "POST", "/contracts", contract);
  await expect.poll(() => receiver.eventIds.length).toBe(1);
  receiver.answerWith(200);
  for (let customer = 0; customer < 6; customer += 1) {
    await callApi(portal, key, "POST", "/contracts?preview=true", contract);
    const { cid } = await callApi(portal, key, "POST", "/contracts", contract);
    await callApi(portal, key, "GET", `/contracts/${cid}`);
    if (customer % 3 === 1) await callApi(portal, key, "DELETE", `/contracts/${cid}`, { reason: "The customer changed their mind" });
    if (customer % 3 === 2) await callApi(portal, key, "POST", "/contracts", { ...contract, uid: "nobody" });
  }
  await expect.poll(() => receiver.eventIds.length).toBe(9);

  const page = await context.newPage();
  await page.goto("/development/calls");
  await expect(page.getByRole("table").getByRole("row").nth(15)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(pictures, "calls.png") });

  await page.goto(`/development/deliveries?search=${failing.cid}`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("button", { name: "Stop retrying" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("Succeeded").first()).toBeVisible();
  await expect(page.getByText("Delivery queued")).toBeHidden();
  await page.screenshot({ path: join(pictures, "delivery.png") });
  await context.close();
  await receiver.close();
});
