import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page, Request } from "playwright/test";
import { declareClaim, insertClaims, uploadDocuments } from "#e2e/portal/claims.ts";
import { readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { readMails } from "#e2e/portal/mailbox.ts";
import { expect, firstContract, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { phoneAgent } from "#e2e/setup/phone-agent.ts";
import { browserScript } from "#lib/insurance/claim-links/page/browser-script.ts";
import { fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";

const photo = join(import.meta.dirname, "../../demo/demo-photo.jpg");

/** The most bytes that the page may transfer before the first tap. */
const maxBytes = 100_000;

/** A phone in a hand: 390 pixels, touch, one theme or the other. */
function openPhone(browser: Browser, portal: Portal, colorScheme: "light" | "dark"): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: portal.url,
    userAgent: phoneAgent,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme,
    reducedMotion: "reduce",
  });
}

/** Slows the network like Chromium's "Slow 3G"; returns a function that cuts the connection and restores it. */
async function throttle(context: BrowserContext, page: Page): Promise<(offline: boolean) => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const set = async (offline: boolean) => {
    const speed = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await devtools.send("Network.emulateNetworkConditions", { offline, ...speed });
  };
  await set(false);
  return set;
}

async function ask<Answer>({ url }: Portal, key: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}/v2${path}`, {
    method,
    headers: { key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), "fits the phone").toBeLessThanOrEqual(390);
}

test("a claim is documented by its link on a phone at slow 3G, with the connection cut twice", async ({ browser, portal }) => {
  const { partner } = portal.first;
  const { id } = await declareClaim(portal, partner, partner.developmentKey);
  const { data } = await ask<{ data: { url: string } }>(portal, partner.developmentKey, "POST", `/claims/${id}/links`, {
    return_url: "https://shop.example/claims",
  });
  const context = await openPhone(browser, portal, "light");
  const page = await context.newPage();
  const setOffline = await throttle(context, page);
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(data.url);
  await expect(page.getByRole("heading", { level: 2, name: "Photo du vélo dans son ensemble" })).toBeVisible();
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const weight = sizes.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  expect(weight).toBeGreaterThan(1000);
  expect(weight).toBeLessThan(maxBytes);
  expect(await context.cookies()).toEqual([]);
  await expectAccessible(page);

  await test.step("the connection breaks while the first photo is sent", async () => {
    await page.route("**/documents?*", (route) => route.abort("connectionreset"), { times: 1 });
    await page.getByLabel("Prendre une photo").setInputFiles(photo);
    await expect(page.getByRole("status")).toContainText("Connexion perdue");
    await expect(page.getByRole("heading", { name: "Photo de la casse (angle 1)" })).toBeVisible();
  });
  await test.step("the phone is offline for the second photo, and sends it later", async () => {
    await setOffline(true);
    await page.getByLabel("Choisir un fichier").setInputFiles(photo);
    await expect(page.getByRole("status")).toContainText("Connexion perdue");
    await expect(page.getByRole("button", { name: "Réessayer" })).toBeVisible();
    await setOffline(false);
    await expect(page.getByRole("heading", { name: "Contrat de location" })).toBeVisible();
  });
  await test.step("a file of another type is refused with an explanation", async () => {
    await page
      .getByLabel("Choisir un fichier")
      .setInputFiles({ name: "contract.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
    await expect(page.getByRole("alert")).toContainText("ni un PDF ni une photo");
    await expectAccessible(page);
  });
  await test.step("an expected document is skipped", async () => {
    await page.getByRole("link", { name: "Passer cette étape" }).tap();
    // Otherwise the second tap may be meant for the page before, and reach what lies there now.
    await expect(page.getByRole("heading", { name: "Facture de réparation" })).toBeVisible();
    await page.getByRole("link", { name: "Passer cette étape" }).tap();
    await expect(page.getByRole("heading", { name: "Photo de la casse (angle 2)" })).toBeVisible();
    await expect(page.getByText("C’est le dernier document obligatoire")).toBeVisible();
  });
  await page.getByLabel("Prendre une photo").setInputFiles(photo);
  await expect(page.getByRole("heading", { level: 1, name: "Tout est là, c’est envoyé." })).toBeVisible();
  const claim = await ask<{ data: { claimId: string; status: string } }>(portal, partner.developmentKey, "GET", `/claims/${id}`);
  expect(claim.data.status).toBe("submitted");
  await expect(page.getByText(claim.data.claimId)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Retour chez/ })).toHaveAttribute("href", "https://shop.example/claims");
  await expectAccessible(page);
  const { events } = await ask<{ events: { event_type: string }[] }>(portal, partner.developmentKey, "GET", `/events?subject=${id}`);
  expect(events.filter(({ event_type }) => event_type === "v2.claim.document.uploaded")).toHaveLength(3);
  await context.close();
});

test("a file that is chosen before the page's script has arrived is sent once it is there", async ({ browser, portal }) => {
  const { partner } = portal.first;
  const { id } = await declareClaim(portal, partner, partner.developmentKey);
  const { data } = await ask<{ data: { url: string } }>(portal, partner.developmentKey, "POST", `/claims/${id}/links`, {});
  const context = await openPhone(browser, portal, "light");
  const page = await context.newPage();
  await page.route(
    data.url,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/<script[^]*<\/script>/, "") });
    },
    { times: 1 },
  );
  await page.goto(data.url);
  await page.getByLabel("Prendre une photo").setInputFiles(photo);
  await page.evaluate(browserScript);
  await expect(page.getByRole("heading", { name: "Photo de la casse (angle 1)" })).toBeVisible();
  await context.close();
});

test("a loss is declared by a contract's link, in English and in dark mode, and its documents follow", async ({ browser, portal }) => {
  const { partner } = portal.first;
  const { contract } = await ask<{ contract: { cid: string } }>(
    portal,
    partner.developmentKey,
    "POST",
    "/contracts",
    firstContract(partner),
  );
  const { data } = await ask<{ data: { url: string } }>(portal, partner.developmentKey, "POST", `/contracts/${contract.cid}/claimLinks`, {
    language: "en",
  });
  const context = await openPhone(browser, portal, "dark");
  const page = await context.newPage();
  await page.goto(data.url);
  await expectAccessible(page);
  await page.getByLabel("Partial damage").check();
  await page.getByRole("button", { name: "Continue" }).tap();
  await expect(page.getByLabel("Describe what happened")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save and continue" }).tap();
  await expect(page.getByRole("alert")).toContainText("Something is missing");
  await expectAccessible(page);
  const now = new Date();
  const paris = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "short" }).format(now);
  await page.getByLabel("Which parts are broken?").fill("The front wheel");
  for (const group of await page.getByRole("group").all()) await group.getByLabel("No").check();
  await page.getByLabel("Day").fill(paris.slice(0, 10));
  await page.getByLabel("Time").fill(paris.slice(11, 16));
  await page.getByLabel("Describe what happened").fill("I slipped on ice.");
  await expect(page.getByText("33 more characters")).toBeVisible();
  await page.getByLabel("Describe what happened").fill("I slipped on a patch of ice while riding downhill, and the wheel is bent.");
  await expect(page.getByText("That is long enough.")).toBeVisible();
  await page.getByLabel("Address or place").fill("14 montée de la Grande Côte");
  await page.getByLabel("Postcode").pressSequentially("69001");
  await expect(page.getByLabel("City")).toHaveValue("LYON-1ER-ARRONDISSEMENT");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Martin");
  await page.getByLabel("Phone").fill("+33612345678");
  await page.getByRole("button", { name: "Save and continue" }).tap();
  await expect(page.getByRole("heading", { name: "Photo of the whole bike" })).toBeVisible();
  await expect(page.getByText("Hello Ada,")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Français" }).tap();
  await expect(page.getByRole("heading", { name: "Photo du vélo dans son ensemble" })).toBeVisible();
  await context.close();
});

test("a file that is too large is refused before it is sent", async ({ browser, portal }) => {
  const { partner } = portal.first;
  const { id } = await declareClaim(portal, partner, partner.developmentKey);
  const { data } = await ask<{ data: { url: string } }>(portal, partner.developmentKey, "POST", `/claims/${id}/links`, { language: "en" });
  const context = await openPhone(browser, portal, "light");
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto(data.url);
  const buffer = Buffer.alloc(fileLimit + 1, "%PDF-1.4 ");
  await page.locator("#file-file").setInputFiles({ name: "invoice.pdf", mimeType: "application/pdf", buffer });
  await expect(page.getByRole("alert")).toHaveText("This file is larger than 20 MB. Send a smaller photo.");
  expect(sent).toEqual([]);
  await context.close();
});

test("a photo can be sent by a form without scripts", async ({ browser, portal }) => {
  const { partner } = portal.first;
  const { id } = await declareClaim(portal, partner, partner.developmentKey);
  const { data } = await ask<{ data: { url: string } }>(portal, partner.developmentKey, "POST", `/claims/${id}/links`);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(data.url);
  await page.getByLabel("Prendre une photo").setInputFiles(photo);
  await page.getByRole("button", { name: "Envoyer" }).first().click();
  await expect(page.getByRole("heading", { name: "Photo de la casse (angle 1)" })).toBeVisible();
  await context.close();
});

test("a handler who waits for documents makes a link at the desk, sees that it was opened, and revokes it", async ({
  browser,
  page,
  portal,
}) => {
  const [claim] = await insertClaims([
    { partner: portal.first.partner.name, environment: "production", stage: "document_to_send", status: "pending_info" },
  ]);
  await enter(page.context(), portal, portal.handler);
  await page.goto(`/support/claims/${claim?.id}`);
  await page.getByRole("button", { name: "Link in English" }).click();
  const address = await page.getByTestId("one-time-secret").textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Not opened")).toBeVisible();
  const context = await openPhone(browser, portal, "light");
  const phone = await context.newPage();
  expect((await phone.goto(address ?? ""))?.status()).toBe(200);
  await page.reload();
  await expect(page.getByText("Opened", { exact: true })).toBeVisible();
  await expect(page.getByText("Link for the insured created")).toBeVisible();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  expect((await phone.reload())?.status()).toBe(404);
  await context.close();
});

// rules/notices.md#insured-2, #insured-4; rules/claim-links.md#open-6, #open-7
test("the insured reads what a handler requests and decides, why, and whom to ask, by the link and by e-mail", async ({
  browser,
  page,
  portal,
}) => {
  const { owner, uid } = await openCompany();
  const [contact, privacy, requested] = ["claims@shop.example", "https://shop.example/privacy", "Estimate of the workshop"];
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  await test.step("the partner turns the messages on, and says whom to ask", async () => {
    await page.goto("/development/settings/insured");
    await page.getByLabel("Send messages about claims").check();
    await page.getByLabel("E-mail address").fill(contact);
    await page.getByLabel("Privacy notice").fill(privacy);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  });
  const claim = await declareClaim(portal, { renters: [uid] }, key, "ada@insured.example");
  const { data: link } = await ask<{ data: { url: string } }>(portal, key, "POST", `/claims/${claim.id}/links`, { language: "en" });
  await uploadDocuments(portal, key, claim.id, claim.mandatory, "?autoSubmit=true");
  const phone = await (await openPhone(browser, portal, "light")).newPage();
  await phone.goto(link.url);
  await expect(phone.getByRole("heading", { level: 1, name: "It is all here, and submitted." })).toBeVisible();
  await expect(phone.getByRole("contentinfo")).toContainText(contact);
  await expect(phone.getByRole("contentinfo")).toContainText(privacy);

  const desk = await (await browser.newContext({ baseURL: portal.url, locale: "en-GB" })).newPage();
  const dialog = desk.getByRole("dialog");
  const press = async (name: string, confirm: string) => {
    await dialog.getByRole("button", { name: confirm, exact: true }).click();
    await expect(dialog, name).toBeHidden();
  };
  await test.step("a handler requests a document, which the link then asks for as required", async () => {
    await enter(desk.context(), portal, portal.handler);
    await desk.goto(`/support/claims/${claim.id}`);
    await desk.getByRole("button", { name: "Take over" }).click();
    await press("taken over", "Take over");
    await desk.getByRole("button", { name: "Request documents" }).click();
    await dialog.getByLabel("Another document").fill(requested);
    await dialog.getByLabel("Explanation").fill("With the stamp of the workshop.");
    await press("requested", "Request");
    await phone.reload();
    await expect(phone.getByRole("heading", { name: requested })).toBeVisible();
    await expect(phone.getByText("With the stamp of the workshop.")).toBeVisible();
    await expect(phone.getByText("· Required")).toBeVisible();
    await expectAccessible(phone);
    await phone.getByLabel("Take a photo").setInputFiles(photo);
    await expect(phone.getByText("A handler looks at your claim.")).toBeVisible();
  });

  await test.step("a document is refused with a reason, and asked for again", async () => {
    await desk.reload();
    await desk.getByRole("button", { name: requested, exact: true }).click();
    const refuse = desk.getByRole("region", { name: requested }).getByRole("button", { name: "Refuse" });
    await expect(refuse).toBeEnabled();
    await refuse.click();
    await dialog.getByLabel("Reason").fill("The stamp cannot be read.");
    await press("refused", "Refuse");
    await phone.reload();
    await expect(phone.getByText("The handler could not accept it:")).toBeVisible();
    await expect(phone.getByText("The stamp cannot be read.")).toBeVisible();
    await phone.getByLabel("Take a photo").setInputFiles(photo);
    await expect(phone.getByText("A handler looks at your claim.")).toBeVisible();
  });

  await test.step("the claim is rejected, and the link says why and how to contest it", async () => {
    await desk.reload();
    await desk.getByRole("button", { name: "Reject", exact: true }).click();
    await dialog.getByLabel("Reason").fill("The wheel was bent before the rental.");
    await press("rejected", "Reject the claim");
    await phone.reload();
    await expect(phone.getByRole("heading", { level: 1, name: "Your claim was refused" })).toBeVisible();
    await expect(phone.getByText("The wheel was bent before the rental.")).toBeVisible();
    await expect(phone.getByText(`If you disagree, write to`)).toContainText(contact);
    await expectAccessible(phone);
  });

  await test.step("each of these is told by e-mail, in Development to the owner", async () => {
    const told = () => readMails(portal, owner.email).filter((text) => text.includes("ada@insured.example"));
    await expect.poll(() => told().length).toBe(4);
    const [received = "", asked = "", refused = "", decided = ""] = told();
    expect(received).toContain("We have received your claim.");
    expect(asked).toContain(`${requested}: With the stamp of the workshop.`);
    expect(refused).toContain("The stamp cannot be read.");
    for (const text of ["The wheel was bent before the rental.", contact, privacy]) expect(decided).toContain(text);
    expect(readMails(portal, "ada@insured.example")).toEqual([]);
  });
});
