import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { approveEarlier, declareClaim, readClaim, uploadDocuments } from "#e2e/portal/claims.ts";
import { enter } from "#e2e/portal/database.ts";
import { expect, testWithPdfs as test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dialogOf = (page: Page) => page.getByRole("dialog");
const invoice = "Facture d'achat du vélo";
/** The events that the partner receives of such a claim, from its declaration to its payment. */
const eventsInOrder = [
  "v2.claim.draft.created",
  ...["v2.claim.document.uploaded", "v2.claim.document.uploaded", "v2.claim.document.uploaded"],
  ...["v2.claim.created", "v2.claim.status.updated"],
  // Taken over.
  "v2.claim.status.updated",
  ...["v2.claim.document.requested", "v2.claim.status.updated"],
  ...["v2.claim.document.uploaded", "v2.claim.status.updated"],
  ...["v2.claim.document.accepted", "v2.claim.document.accepted", "v2.claim.document.accepted", "v2.claim.document.accepted"],
  "v2.claim.settlement.created",
  ...["v2.claim.settlement.paid", "v2.claim.closed", "v2.claim.status.updated"],
] as const satisfies readonly EventType[];

/** Fetches a file like a frame. */
async function fetchFile(page: Page, address: string) {
  const answer = await page.request.get(address);
  const headers = answer.headers();
  return {
    status: answer.status(),
    type: headers["content-type"],
    policy: headers["content-security-policy"],
    framing: headers["x-frame-options"],
  };
}

test("a claim goes from the partner's system to the handler and back until it is paid", async ({ page, browser, portal }) => {
  const { partner, owner } = portal.first;
  const key = partner.productionKey;
  const receiver = await startReceiver(portal.receiverPorts.claims, "");
  await enter(page.context(), portal, owner);
  await proceduresOf(page.request, portal.url).webhooks.create.mutate({
    environment: "production",
    settings: {
      name: "Claims",
      url: `http://localhost:${portal.receiverPorts.claims}/claims`,
      enabled: true,
      eventTypes: eventsInOrder.filter((type, index, all) => all.indexOf(type) === index),
    },
  });

  const { id, mandatory } = await declareClaim(portal, partner, key);
  await uploadDocuments(portal, key, id, mandatory, "?autoSubmit=true");

  const desk = await (await browser.newContext({ baseURL: portal.url, locale: "en-GB" })).newPage();
  await enter(desk.context(), portal, portal.handler);
  const claimId = await test.step("the handler takes it over and requests a document", async () => {
    await desk.goto(`/support/claims/${id}`);
    await desk.getByRole("button", { name: "Take over" }).click();
    await dialogOf(desk).getByRole("button", { name: "Take over" }).click();
    await expect(desk.getByText("Waiting for a decision")).toBeVisible();
    await desk.getByRole("button", { name: "Request documents" }).click();
    await dialogOf(desk).getByLabel("Another document").fill(invoice);
    await dialogOf(desk)
      .getByRole("button", { name: /^Request/ })
      .click();
    await expect(desk.getByText("Waiting for the partner’s documents")).toBeVisible();
    return /CLM-\d+/.exec((await heading(desk).textContent()) ?? "")?.[0] ?? "";
  });

  await test.step("the overview shows the partner that a claim waits, and for which document", async () => {
    await page.goto("/production");
    await page.getByRole("link", { name: "Claims waiting for you" }).click();
    await expect(page).toHaveURL(/status=draft,pending_info|status=draft%2Cpending_info/);
    await page.getByRole("row").filter({ hasText: claimId }).getByRole("link").first().click();
    await expect(heading(page)).toContainText(claimId);
    await expect(page.getByText(`Upload: ${invoice}.`)).toBeVisible();
  });

  await test.step("the notice leads to the links by which the insured uploads", async () => {
    await page.getByRole("link", { name: "create a link for the insured" }).click();
    await expect(page.getByRole("button", { name: "Link in English" })).toBeInViewport();
  });

  await test.step("both pages say when it was created and when it was submitted", async () => {
    const { createdAt, declarationAt } = await readClaim(portal, key, id);
    expect(createdAt).not.toBe(declarationAt);
    for (const shown of [page, desk]) {
      const timeOf = (name: string) => shown.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=../dd//time");
      await expect(timeOf("Created").first()).toHaveAttribute("datetime", createdAt);
      await expect(timeOf("Submitted")).toHaveAttribute("datetime", declarationAt);
    }
  });

  await uploadDocuments(portal, key, id, [invoice]);

  await test.step("the handler views each document, accepts it and pays", async () => {
    await expect(desk.getByText("Waiting for a decision")).toBeVisible();
    const types = [...mandatory, invoice];
    await desk.getByRole("button", { name: mandatory[0] ?? "", exact: true }).click();
    // Each that is accepted opens the next.
    for (const [index, type] of types.entries()) {
      const viewer = desk.getByRole("region", { name: type });
      const shown = viewer.getByTitle(`Document: ${type}`);
      await expect(shown).toBeVisible();
      const { status, type: mimeType, policy, framing } = await fetchFile(desk, (await shown.getAttribute("src")) ?? "");
      expect({ status, mimeType, framing }).toEqual({
        status: 200,
        mimeType: type === invoice ? "application/pdf" : "image/jpeg",
        framing: "SAMEORIGIN",
      });
      expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'self'; sandbox$/);
      // Chromium shows a PDF where no test sees it.
      if (type !== invoice) await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await expect(viewer.getByRole("button", { name: "Accept" })).toBeEnabled();
      await viewer.getByRole("button", { name: "Accept" }).click();
      const left = types.length - index - 1;
      await expect(desk.getByText(left === 0 ? "Nothing to verify." : `${left} document${left === 1 ? "" : "s"} to verify.`)).toBeVisible();
    }
    await desk.getByRole("button", { name: "Approve a refund" }).click();
    await dialogOf(desk).getByLabel("Amount in euros").fill("186.40");
    await dialogOf(desk).getByRole("button", { name: "Approve" }).click();
    await expect(desk.getByText("€186.40").first()).toBeVisible();
    await approveEarlier(id);
    await desk.reload();
    await desk.getByRole("button", { name: "Pay", exact: true }).click();
    await dialogOf(desk).getByRole("button", { name: "Confirm payment" }).click();
    await expect(desk.getByText("Closed and paid")).toBeVisible();
  });

  await test.step("the partner sees it paid, and downloads a document", async () => {
    await page.goto(`/production/claims/${claimId}`);
    await expect(page.getByText("€186.40").first()).toBeVisible();
    await expect(page.getByText("Closed", { exact: true }).first()).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download ${invoice}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  });

  await test.step("its calls and deliveries are found by its number, and every event arrived in order", async () => {
    await page.goto(`/production/calls?search=${claimId}`);
    await expect(page.getByRole("table")).toContainText("/v2/claims");
    await page.goto(`/production/deliveries?search=${claimId}`);
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(eventsInOrder.length + 1);
    const { events } = await proceduresOf(page.request, portal.url).claims.history.query({ environment: "production", id });
    const happened = events.toReversed();
    expect(happened.map(({ eventType }) => eventType)).toEqual(eventsInOrder);
    // The receiver hears of other tests' claims as well.
    const ofClaim = new Set(happened.map((event) => event.id));
    await expect.poll(() => receiver.eventIds.filter((eventId) => ofClaim.has(eventId)).toSorted()).toEqual([...ofClaim].toSorted());
  });

  await test.step("support finds it by each of its identifiers", async () => {
    await desk.goto(`/support/lookup?q=${claimId.toLowerCase()}`);
    await expect(desk.getByText(id, { exact: true })).toBeVisible();
    await desk.getByRole("link", { name: "Open the claim" }).click();
    await expect(heading(desk)).toContainText(claimId);
  });
  await receiver.close();
});
