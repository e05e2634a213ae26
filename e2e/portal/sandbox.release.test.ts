import { randomUUID } from "node:crypto";
import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { readinessNames } from "#lib/developer/readiness/catalogue.ts";
import { captureFrom, fillStep } from "#lib/developer/recipes/recipe.ts";
import type { RecipeStep } from "#lib/developer/recipes/recipe.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";

/** A call of the integrator's own system, with what it captures of the answer. */
async function call(
  portal: Portal,
  key: string,
  step: RecipeStep,
  values: Record<string, string>,
  headers: Record<string, string> = {},
  now = new Date(),
) {
  const { method, path, body } = fillStep(step, values, now);
  const answer = await fetch(`${portal.url}/v2${path}`, {
    method,
    headers: { key, ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as { error?: { code: number }; code?: number };
  return { code: read.error?.code ?? 0, captured: { ...values, ...captureFrom(step, read) } };
}

/** Has the integrator's own system make every event happen, by the sandbox's clock; returns how many of its requests were refused. */
async function makeEveryEventHappen(portal: Portal, key: string, renter: string): Promise<number> {
  let refused = 0;
  for (const eventType of eventTypes) {
    let values: Record<string, string> = { renter };
    for (const step of recipes[eventType].steps) {
      const clock = await fetch(`${portal.url}/v2/sandbox/clock`, { headers: { key } });
      const { now } = (await clock.json()) as { now: string };
      const { code, captured } = await call(portal, key, step, values, {}, new Date(now));
      refused += code === 0 ? 0 : 1;
      values = captured;
    }
  }
  return refused;
}

test("an empty sandbox reaches all 28 events and a complete checklist", async ({ page, portal }) => {
  const { owner, uid } = await openCompany();
  const port = portal.receiverPorts.sandbox;
  const receiver = await startReceiver(port, "");
  await enter(page.context(), portal, owner);
  const { preview, key } = await readKey(page);
  const settings = { name: "Back office", url: `http://localhost:${port}/`, enabled: true, eventTypes };
  await inPortal(page).webhooks.create.mutate({ environment: "development", settings });

  await test.step("the sandbox is emptied once the beginning of the key is typed", async () => {
    await page.goto("/development/sandbox");
    await page.getByRole("button", { name: "Start over…" }).click();
    const dialog = page.getByRole("alertdialog");
    const confirm = dialog.getByRole("button", { name: "Start over" });
    await dialog.getByRole("textbox").fill("cg_dev_");
    await expect(confirm).toBeDisabled();
    await dialog.getByRole("textbox").fill(preview);
    await confirm.click();
    await expect(page.getByText("Development is empty.")).toBeVisible();
  });

  await test.step("one recipe is run from its page, and its event and delivery appear", async () => {
    await page.goto("/development/events/catalogue/v2.contract.renewed");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const warning = page.getByRole("alertdialog");
    await expect(warning).toContainText(/Move the sandbox clock by \d+ days\?/);
    await warning.getByRole("button", { name: "Move the clock and run" }).click();
    const event = page.getByRole("link", { name: "v2.contract.renewed", exact: true });
    const outcome = page.getByRole("main").getByRole("listitem").filter({ has: event });
    await expect(outcome).toContainText("Succeeded");
  });

  await test.step("the others are run with one button", async () => {
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Catalogue" }).click();
    await page.getByRole("button", { name: /^Run the \d+ missing$/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Move the clock and run" }).click();
    await expect(page.getByText("28 of 28 events seen")).toBeVisible({ timeout: 120_000 });
    await expect.poll(() => new Set(receiver.eventTypes).size).toBe(eventTypes.length);
    await page.getByRole("main").getByRole("button", { name: "Back to real time" }).click();
    await expect(page.getByRole("main").getByRole("button", { name: "Back to real time" })).toHaveCount(0);
  });

  await test.step("recipes tick nothing of the checklist except what the integrator's receiver did", async () => {
    const metItems = async () => {
      const { items } = await inPortal(page).overview.readiness.query({ environment: "development" });
      return items.filter(({ metAt }) => metAt !== null).map(({ item }) => item);
    };
    // The receiver has a delivery before its answer is stored.
    await expect.poll(metItems).toEqual(["webhookFast"]);
  });

  await test.step("the integrator's own system does all of it", async () => {
    expect(await makeEveryEventHappen(portal, key, uid)).toBe(0);
    const [insure] = recipes["v2.contract.terminated"].steps;
    const [, declare, upload] = recipes["v2.claim.draft.ready"].steps as [RecipeStep, RecipeStep, RecipeStep];
    const ask = (step: RecipeStep, values: Record<string, string>, headers?: Record<string, string>) =>
      call(portal, key, step, values, headers);
    // By the real time: what is due in the sandbox by its own is not asked for here.
    await ask({ method: "DELETE", path: "/sandbox/clock" }, {});
    const { captured } = await ask(insure, { renter: uid });
    const body = { start_date: "{now}", products: [{ ...(insure.body as { products: object[] }).products[0] }] };
    const products = { method: "POST", path: "/contracts/{cid}/products", body } as const;
    expect((await ask({ ...products, path: `${products.path}?preview=true` }, captured)).code).toBe(0);
    expect((await ask(products, captured)).code).toBe(0);
    const removal = { method: "DELETE", path: "/contracts/{cid}/products", body: { reason: "Returned.", products: ["{cpid}"] } } as const;
    const retried = { "idempotency-key": randomUUID() };
    for (const times of [1, 2]) expect([times, (await ask(removal, captured, retried)).code]).toEqual([times, 0]);
    const other = (await ask(insure, { renter: uid })).captured;
    const draft = (await ask(declare, other)).captured;
    expect((await ask({ method: "POST", path: "/claims/{claim}/submit" }, draft)).code).toBe(3004);
    const uploaded = (await ask(upload, draft)).captured;
    expect((await ask({ method: "GET", path: "/claims/{claim}/documents/{document}" }, uploaded)).code).toBe(0);
    await ask({ method: "POST", path: "/sandbox/clock", body: { advance: "PT5H" } }, {});
    expect((await ask({ method: "PATCH", path: "/contracts/{cid}", body: { end_date: "{now+9d}" } }, other)).code).toBe(1050);
    expect((await ask({ method: "GET", path: "/contracts/01J0000000000000000000NONE" }, {})).code).toBe(1051);
    const mistyped = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    expect((await call(portal, mistyped, { method: "GET", path: "/renters" }, {})).code).toBe(9002);
  });

  await test.step("a delivered event is delivered again", async () => {
    const { rows } = await inPortal(page).deliveries.list.query({ environment: "development", status: "succeeded" });
    const { id: deliveryId = "", attempts = 0 } = rows[0] ?? {};
    await inPortal(page).deliveries.replay.mutate({ environment: "development", deliveryId, attempts });
  });

  await test.step("the checklist is complete, and each item links to its proof", async () => {
    const menu = page.getByRole("navigation", { name: "Main navigation" });
    await menu.getByRole("link", { name: "Overview", exact: true }).click();
    await menu.getByRole("link", { name: "Ready for production" }).click();
    await expect(page.getByText(`${readinessNames.length} of ${readinessNames.length} checks passed`)).toBeVisible({ timeout: 60_000 });
    await page.getByRole("listitem").filter({ hasText: "Error 9002 received" }).getByRole("link", { name: "View call" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /GET \/v2\/renters/ })).toBeVisible();
  });

  await test.step("the clock is on every page while it is moved, and can be returned", async () => {
    const bar = page.getByRole("region", { name: "Sandbox clock" });
    // Once the bar asks for the time by itself, its buttons are alive, too.
    const isAlive = page.waitForResponse((response) => response.url().includes(procedureAddress("sandbox.clock")));
    await page.goto("/development/contracts");
    await expect(bar).toContainText("hours ahead");
    await isAlive;
    await bar.getByRole("button", { name: "+1 month" }).click();
    await expect(bar).toContainText(/3\d days ahead/);
    // Sessions have real time: this one is not over.
    await page.goto("/development/settings/security");
    await expect(page.getByText("This session")).toBeVisible();
    await bar.getByRole("button", { name: "Back to real time" }).click();
    await expect(bar).toBeHidden();
  });

  await test.step("the partner plays the insurer and decides on a claim", async () => {
    const { rows } = await inPortal(page).claims.list.query({ environment: "development", status: ["submitted", "in_progress"] });
    await page.goto(`/development/claims/${rows.find(({ status }) => status === "submitted")?.id ?? rows[0]?.id}`);
    await page.getByRole("button", { name: "Paid", exact: true }).click();
    await expect(page.getByRole("main").locator("header")).toContainText("Closed", {
      timeout: 60_000,
    });
    await page.getByRole("button", { name: "Reopen", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("A second invoice arrived.");
    await page.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
    await expect(page.getByRole("main").locator("header")).toContainText("In progress");
  });
  await receiver.close();
});
