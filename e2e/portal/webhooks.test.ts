import { Webhook as Verifier } from "standardwebhooks";
import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";

test("a new webhook signs by default, and shows its secret once with the place to find it later", async ({ page, context, portal }) => {
  const { owner, uid } = await openCompany();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const receiver = await startReceiver(portal.receiverPorts.webhooks, "");
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  const create = () => callApi(portal, key, "POST", "/contracts", firstContract({ renters: [uid] }));
  const fill = async (name: string) => {
    await page.goto("/development/webhooks/new");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Callback URL").fill(`http://localhost:${portal.receiverPorts.webhooks}/${name.toLowerCase()}`);
    await page.getByRole("checkbox", { name: /v2\.contract\.created/ }).check();
  };
  const [sign, addToken] = [page.getByRole("switch", { name: "Sign requests" }), page.getByRole("button", { name: "Add a secret token" })];
  const signatures = page.locator("[data-slot=card]").filter({ has: page.getByText("Signatures", { exact: true }) });

  await test.step("the secret is shown by default, and verifies what arrives", async () => {
    await fill("Signed");
    await expect(sign).toBeChecked();
    await expect(addToken, "a signature is better").toHaveCount(0);
    await page.getByRole("button", { name: "Create webhook" }).click();
    const shown = page.getByRole("alertdialog");
    await expect(shown).toContainText("You can reveal or rotate it later on the webhook’s page, under Signatures.");
    const secret = (await shown.getByTestId("one-time-secret").textContent()) ?? "";
    await shown.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.keyboard.press("Escape");
    await expect(shown, "it does not close by a slip").toBeVisible();
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Signed" })).toBeVisible();
    const address = page.url();
    await expect(signatures).toContainText("Enabled");
    await expect(page.getByText(secret), "it is not shown again unasked").toHaveCount(0);
    await create();
    await expect.poll(() => receiver.requests.length).toBe(1);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.requests;
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    await page.goto("/development/activity");
    await expect(page.getByRole("row").filter({ hasText: "Signing secret revealed" }).first()).toBeVisible();
    await page.goto(address);
    await page.getByRole("button", { name: "Disable", exact: true }).first().click();
    await expect(page.getByText("Disabled", { exact: true }).first()).toBeVisible();
  });

  await test.step("without signatures the page shows the alternative, and nothing is signed", async () => {
    await fill("Unsigned");
    await sign.uncheck();
    await expect(page.getByText("Your receiver cannot verify a signature.", { exact: false })).toBeVisible();
    await addToken.click();
    await expect(page.getByLabel("Callback URL")).toHaveValue(/\?token=[\da-f]{48}$/);
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Unsigned" })).toBeVisible();
    await expect(signatures).toContainText("Disabled");
    await create();
    await expect.poll(() => receiver.requests.length).toBe(2);
    expect(Object.keys(receiver.requests[1]?.headers ?? {}).filter((name) => name.startsWith("webhook-"))).toEqual([]);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/development/webhooks");
  });
  await receiver.close();
});

test("an owner turns signatures on, diagnoses a wrong one, and recovers what a receiver missed", async ({ page, portal }) => {
  const { owner, uid } = await openCompany();
  const receiver = await startReceiver(portal.receiverPorts.webhooks, "");
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  const create = () => callApi(portal, key, "POST", "/contracts", firstContract({ renters: [uid] }));

  await test.step("a webhook is created, and signs with a secret that is shown and hides itself", async () => {
    await page.goto("/development/webhooks/new");
    await page.getByLabel("Name", { exact: true }).fill("Ledger");
    await page.getByLabel("Callback URL").fill(`http://localhost:${portal.receiverPorts.webhooks}/ledger`);
    await page.getByRole("checkbox", { name: /v2\.contract\.created/ }).check();
    await page.getByRole("switch", { name: "Sign requests" }).uncheck();
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("button", { name: "Enable signatures" }).click();
  });
  const secret = page.getByTestId("secret");
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(secret).toHaveText(/^whsec_[\w+/=]{44}$/);
  const text = (await secret.textContent()) ?? "";
  await page.getByRole("button", { name: /^Hide/ }).click();
  await expect(secret).not.toContainText(text);

  await test.step("the library verifies what arrives, and the portal explains a request that was changed on its way", async () => {
    await create();
    await expect.poll(() => receiver.requests.length).toBe(1);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.requests;
    expect(new Verifier(text).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    await page.getByRole("button", { name: "Check a request" }).click();
    const dialog = page.getByRole("dialog");
    const signed = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
    await dialog.getByLabel("Headers").fill(signed.map(([name, value]) => `${name}: ${String(value)}`).join("\n"));
    await dialog.getByLabel("Body").fill(JSON.stringify(JSON.parse(body), null, 2));
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await expect(dialog.getByText("The body was parsed and serialised again")).toBeVisible();
    await dialog.getByLabel("Body").fill(body);
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await expect(dialog.getByText("The signature is valid", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("during the outage the page shows since when, and a delivery can be retried at once", async () => {
    receiver.answerWith(503);
    for (let made = 0; made < 3; made += 1) await create();
    await expect.poll(() => receiver.requests.length).toBe(4);
    await page.reload();
    await expect(page.getByText(/^Failing since/)).toBeVisible();
    await expect(page.getByText(/The last 3 attempts failed/)).toBeVisible();
    await page.getByRole("table").last().getByRole("link").first().click();
    await page.getByRole("button", { name: "Retry now" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Attempt 2" }).getByText("Retry now")).toBeVisible();
  });

  await test.step("after the outage the receiver gets everything it missed, in order", async () => {
    receiver.answerWith(200);
    const before = receiver.eventIds.length;
    await page.goto("/development/webhooks");
    await page.getByRole("link", { name: "Ledger" }).click();
    await page.getByRole("button", { name: "Recover", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Recover [\d,]+ events$/ }).click();
    await expect(dialog).toBeHidden();
    const missed = [...new Set(receiver.eventIds.slice(1, before))].toSorted();
    await expect.poll(() => receiver.eventIds.slice(before).filter((id) => missed.includes(id))).toEqual(missed);
    await page.reload();
    await expect(page.getByText(/^Failing since/)).toBeHidden();
  });
  await receiver.close();
});

test("a user who enables a webhook sees what was held back, and chooses whether to send it", async ({ page, portal }) => {
  const { owner, uid } = await openCompany();
  const receiver = await startReceiver(portal.receiverPorts.webhooks, "");
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  const url = `http://localhost:${portal.receiverPorts.webhooks}/`;
  const settings = { name: "Back office", url, enabled: false, eventTypes: ["v2.contract.created" as const] };
  const { id } = await inPortal(page).webhooks.create.mutate({ environment: "development", settings });
  const create = async () => (await callApi(portal, key, "POST", "/contracts", firstContract({ renters: [uid] }))).cid;
  const [enable, dialog] = [page.getByRole("button", { name: "Enable", exact: true }), page.getByRole("alertdialog")];
  const arrived = () => receiver.requests.map(({ body }) => (JSON.parse(body) as { data: { cid: string } }).data.cid);

  await create();
  await create();
  await page.goto(`/development/webhooks/${id}`);
  await enable.click();
  await expect(dialog).toContainText("2 deliveries were held back while it was disabled.");
  await dialog.getByRole("radio", { name: /Start from now/ }).check();
  await dialog.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("It receives events from now on.", { exact: false })).toBeVisible();
  const first = await create();
  await expect.poll(arrived).toEqual([first]);

  await page.getByRole("button", { name: "Disable", exact: true }).first().click();
  await expect(enable).toBeVisible();
  const held = await create();
  await enable.click();
  await expect(dialog).toContainText("1 delivery was held back while it was disabled.");
  await dialog.getByRole("button", { name: "Enable" }).click();
  await expect.poll(arrived).toEqual([first, held]);
  await receiver.close();
});
