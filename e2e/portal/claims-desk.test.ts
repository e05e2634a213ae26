import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { approveEarlier, declareClaim, insertWaiting, uploadDocuments } from "#e2e/portal/claims.ts";
import type { SampleOfPartner } from "#e2e/portal/claims.ts";
import { enter } from "#e2e/portal/database.ts";
import { expect, signIn, testWithPdfs as test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { waitForReact } from "#e2e/portal/react.ts";
import { findViolations } from "#e2e/portal/violations.ts";
import { procedureAddress, proceduresOf } from "#e2e/setup/procedures.ts";

const deposition = "Dépôt de plainte";
const photoOfKeys = "Photo des clés de l'antivol et de la batterie";
const inProgress = { stage: "waiting_for_tulip", status: "in_progress" } as const;

/** Claims that wait longer than any other but those of the team, so that they come first. */
const insert = (portal: Portal, samples: readonly Partial<SampleOfPartner>[]) => insertWaiting(portal, 1990, samples);

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dialogOf = (page: Page) => page.getByRole("dialog");

test("a handler takes over a claim, verifies its documents, pays it, and sees the events sent", async ({ page, portal }) => {
  const [claim] = await insert(portal, [{}]);
  const { id = "", claimId = "" } = claim ?? {};
  await signIn(page, portal.handler);

  await test.step("the claim is found in the queue", async () => {
    await expect(page).toHaveURL(/\/support\/claims/);
    await page.getByRole("searchbox", { name: "Search claims" }).fill(claimId);
    await expect(page).toHaveURL(/search=CLM/);
    await page.getByRole("link", { name: claimId }).click();
    await expect(heading(page)).toContainText(claimId);
    await expect(page.getByText("Waiting for a handler")).toBeVisible();
  });

  await test.step("the claim is taken over after its events were announced", async () => {
    await page.getByRole("button", { name: "Take over" }).click();
    await expect(dialogOf(page)).toContainText("v2.claim.status.updated");
    await dialogOf(page).getByRole("button", { name: "Take over" }).click();
    await expect(page.getByText("Waiting for a decision")).toBeVisible();
    await expect(page.getByText("handled by Marc Delattre")).toBeVisible();
    await expect(page.getByRole("button", { name: "Take over" })).toHaveCount(0);
  });

  await test.step("the answers are shown as text", async () => {
    await expect(page.getByText("Yes", { exact: true })).toBeVisible();
    await expect(page.getByText("rouge", { exact: true })).toBeVisible();
  });

  await test.step("a document can only be refused with a reason", async () => {
    await page.getByRole("button", { name: deposition, exact: true }).click();
    await expect(page.getByTitle(`Document: ${deposition}`)).toBeVisible();
    const refuse = page.getByRole("region", { name: deposition }).getByRole("button", { name: "Refuse" });
    // A click that waits for this scrolls the page about meanwhile, and the document out of view.
    await expect(refuse).toBeEnabled();
    await refuse.click();
    await dialogOf(page).getByRole("button", { name: "Refuse" }).click();
    await expect(dialogOf(page).getByRole("alert")).toHaveText("Required.");
    await dialogOf(page).getByLabel("Reason").fill("The second page is missing.");
    await expect(dialogOf(page)).toContainText("v2.claim.document.requested");
    await dialogOf(page).getByLabel("Ask for this document again").uncheck();
    await expect(dialogOf(page)).not.toContainText("v2.claim.document.requested");
    await dialogOf(page).getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText("Refused: The second page is missing.")).toBeVisible();
  });

  await test.step("a refund is approved to the cent and paid", async () => {
    await page.getByRole("button", { name: "Approve a refund" }).click();
    const [amount, reason] = [dialogOf(page).getByLabel("Amount in euros"), dialogOf(page).getByLabel("Reason for approving all the same")];
    const warnings = dialogOf(page).getByRole("alert").filter({ hasText: "Check before you approve" });
    await expect(warnings).toContainText("1 document is not verified yet.");
    await expect(warnings).toContainText("1 mandatory document is missing or refused.");
    await amount.fill("120.055");
    await dialogOf(page).getByRole("button", { name: "Approve", exact: true }).click();
    await expect(dialogOf(page)).toContainText("This can be read in two ways: write 120055.00 or 120.05.");
    await amount.fill("49,999.00");
    await expect(warnings).toContainText(
      "With it, €49,999.00 is paid for this product over all its claims, more than its insured value of",
    );
    await amount.fill("120.05");
    await expect(warnings).not.toContainText("insured value");
    await expect(dialogOf(page)).toContainText("€120.05 will be paid.");
    await expect(dialogOf(page).getByRole("region", { name: "Cover and transfers so far" })).toContainText("Left of the insured value€");
    await dialogOf(page).getByRole("button", { name: "Approve €120.05 anyway" }).click();
    await expect(dialogOf(page), "a doubt is answered with a reason").toContainText("Required.");
    await expect(reason).toBeFocused();
    await reason.fill("The insurer of the shop has both.");
    await dialogOf(page).getByRole("button", { name: "Approve €120.05 anyway" }).click();
    await expect(page.getByText("€120.05").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Reject" }), "a payment is under way").toHaveCount(0);
    await approveEarlier(id);
    await page.reload();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(dialogOf(page)).toContainText("v2.claim.closed");
    await dialogOf(page).getByRole("button", { name: "Confirm payment" }).click();
    await expect(page.getByText("Closed and paid")).toBeVisible();
  });

  await test.step("the history shows who did what, the latest first", async () => {
    const items = page.getByRole("list", { name: "History" }).getByRole("listitem").filter({ hasText: "Marc Delattre" });
    await expect(items).toContainText(["Refund paid", "Refund approved", "Document refused", "Claim taken over"]);
    await expect(items.first()).toContainText("v2.claim.settlement.paid");
    await expect(items.filter({ hasText: "Refund approved" })).toContainText("The insurer of the shop has both.");
  });

  expect(await findViolations(page)).toEqual([]);
  await page.goto(`/support/claims/${id}`);
  await expect(heading(page), "its other identifier leads there as well").toContainText(claimId);
});

test("a handler can work with the keyboard alone", async ({ page, portal }) => {
  const claims = await insert(portal, [inProgress, inProgress, inProgress]);
  const [first, second, third] = claims.map(({ claimId }) => claimId) as [string, string, string];
  await enter(page.context(), portal, portal.handler);
  await page.goto("/support/claims?status=in_progress&kind=real");
  await expect(page.getByRole("link", { name: first })).toBeVisible();

  await test.step("the key ? shows the shortcuts, which do nothing while the help is open", async () => {
    await waitForReact(page);
    await page.keyboard.press("?");
    await expect(dialogOf(page)).toBeVisible();
    await expect(dialogOf(page)).toMatchAriaSnapshot(`
      - term: j n
      - definition: Next claim
    `);
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
  });

  await test.step("j and k move through the queue, and Enter opens a claim", async () => {
    await page.getByRole("link", { name: first }).focus();
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: second })).toBeFocused();
    await page.keyboard.press("k");
    await expect(page.getByRole("link", { name: first })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page)).toContainText(first);
  });

  await test.step("n and p go to the neighbouring claims", async () => {
    await page.keyboard.press("n");
    await expect(heading(page)).toContainText(second);
    await page.keyboard.press("j");
    await expect(heading(page)).toContainText(third);
    await page.keyboard.press("p");
    await expect(heading(page)).toContainText(second);
  });

  await test.step("the key a accepts only a document that was viewed, and then the open one", async () => {
    await page.keyboard.press("a");
    await expect(page.getByTitle(`Document: ${deposition}`)).toBeVisible();
    await expect(page.getByText("Nothing to verify")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Accept" })).toBeEnabled();
    await page.keyboard.press("a");
    await expect(page.getByText("Document accepted.")).toBeVisible();
    await expect(page.getByText("1 document to verify.")).toBeVisible();
  });

  await test.step("the next document is open, and r refuses it with a reason in which shortcuts are just letters", async () => {
    await expect(page.getByRole("region", { name: photoOfKeys }).getByRole("button", { name: "Refuse" })).toBeEnabled();
    await page.keyboard.press("r");
    await expect(dialogOf(page).getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("a jar, no key");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(dialogOf(page).getByRole("button", { name: "Refuse" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Waiting for the partner’s documents")).toBeVisible();
    await expect(heading(page)).toContainText(second);
    await expect(page.getByText("Refused: a jar, no key")).toBeVisible();
  });

  await test.step("j continues with the next claim though this one left the queue", async () => {
    await page.keyboard.press("j");
    await expect(heading(page)).toContainText(third);
    await page.keyboard.press("u");
    await expect(heading(page)).toContainText("Claims");
  });

  await test.step("the shortcuts can be turned off", async () => {
    await page.keyboard.press("?");
    await dialogOf(page).getByRole("switch").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(dialogOf(page)).toHaveCount(0);
  });
});

test("a document can only be decided on once all of it was in view, and an acceptance can be undone", async ({ page, portal }) => {
  const [claim] = await insert(portal, [inProgress]);
  await enter(page.context(), portal, portal.handler);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/support/claims/${claim?.id}`);
  const loading = Promise.withResolvers<void>();
  await page.route("**/claims/documents/*", async (route) => {
    await loading.promise;
    await route.continue();
  });
  const viewer = page.getByRole("region", { name: photoOfKeys });
  const [photo, accept] = [viewer.getByTitle(`Document: ${photoOfKeys}`), viewer.getByRole("button", { name: "Accept" })];
  const accepted = page.getByText("1 document to verify.");

  await test.step("no decision is possible while the document loads", async () => {
    await page.getByRole("button", { name: photoOfKeys, exact: true }).click();
    await expect(viewer).toContainText("Loading the document");
    for (const name of ["Accept", "Refuse"]) await expect(viewer.getByRole("button", { name })).toBeDisabled();
    await page.keyboard.press("a");
    loading.resolve();
    await expect(accept).toBeEnabled();
    await expect(accepted).toHaveCount(0);
  });

  await test.step("all of a photo is in view", async () => {
    await expect(photo).toBeInViewport({ ratio: 1 });
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step("it stands beside the list, and is enlarged and turned by keys", async () => {
    const list = page.getByRole("list").filter({ has: page.getByRole("button", { name: photoOfKeys, exact: true }) });
    const [beside, box] = [await list.boundingBox(), await viewer.boundingBox()];
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
    const sizeOf = async () => (await photo.boundingBox()) ?? { width: 0, height: 0 };
    const before = await sizeOf();
    await page.keyboard.press("t");
    const turned = await sizeOf();
    expect([turned.width, turned.height].map(Math.round)).toEqual([before.width, before.height].map(Math.round));
    expect(await photo.evaluate((image) => image.style.transform)).toContain("rotate(90deg)");
    await page.keyboard.press("+");
    expect((await sizeOf()).width).toBeCloseTo(before.width * 1.5, -1);
    await page.keyboard.press("-");
    for (let turn = 0; turn < 3; turn += 1) await viewer.getByRole("button", { name: "Turn clockwise" }).click();
    expect(await sizeOf()).toEqual(before);
  });

  await test.step("a shortcut brings a hidden document into view and decides nothing", async () => {
    await page.evaluate(() => scrollTo({ top: 0 }));
    await expect(photo).not.toBeInViewport({ ratio: 1 });
    await page.keyboard.press("a");
    await expect(photo).toBeInViewport({ ratio: 1 });
    await expect(viewer).toContainText("The document was out of view. Look at it, then decide.");
    await expect(accepted).toHaveCount(0);
    await page.keyboard.press("a");
    await expect(accepted).toBeVisible();
  });

  await test.step("an undone acceptance is verified again, and the partner gets no event", async () => {
    await page.getByRole("button", { name: photoOfKeys, exact: true }).click();
    await viewer.getByRole("button", { name: "Take back the acceptance" }).click();
    await expect(dialogOf(page)).toContainText("Nothing is sent to the partner.");
    await dialogOf(page).getByRole("button", { name: "Take back" }).click();
    await expect(page.getByText("2 documents to verify.")).toBeVisible();
    const items = page.getByRole("list", { name: "History" }).getByRole("listitem").filter({ hasText: "Marc Delattre" });
    await expect(items).toContainText(["Acceptance taken back", "Document accepted"]);
    await expect(items.first()).not.toContainText("v2.claim");
  });
});

for (const { locale, label, reason, open, anyway, typed, understood, doubt: warning } of [
  {
    locale: "en-GB",
    label: "Amount in euros",
    reason: "Reason for approving all the same",
    open: "Approve a refund",
    anyway: "Approve €1,245.50 anyway",
    typed: "1,245.50",
    understood: "€1,245.50 will be paid.",
    doubt: "This can be read in two ways: write 1245.00 or 1.24.",
  },
  {
    locale: "fr-FR",
    label: "Montant en euros",
    reason: "Motif de l’accord malgré tout",
    open: "Accorder une indemnité",
    anyway: /^Accorder 1.245,50.€ quand même$/,
    typed: "1 245,50",
    understood: "Montant à verser : 1 245,50 €.",
    doubt: "Ce montant peut se lire de deux façons : écrivez 1245,00 ou 1,24.",
  },
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("an amount is read in the user's notation, and shown before it is approved", async ({ page, portal }) => {
      const [claim] = await insert(portal, [inProgress]);
      await enter(page.context(), portal, portal.handler);
      await page.goto(`/support/claims/${claim?.id}`);
      await page.getByRole("button", { name: open }).click();
      const [field, confirm] = [dialogOf(page).getByLabel(label), dialogOf(page).getByRole("button", { name: anyway })];
      await expect(field).toBeFocused();
      await page.keyboard.type("1,245");
      await page.keyboard.press("Enter");
      await expect(dialogOf(page).getByRole("alert").filter({ hasText: warning })).toBeVisible();
      for (const [text, shown] of [
        ["245,50", understood.replace(/1.245/, "245")],
        ["245.50", understood.replace(/1.245/, "245")],
        [typed, understood],
      ] as const) {
        await field.fill("");
        await field.pressSequentially(text);
        await expect(dialogOf(page)).toContainText(shown);
      }
      await dialogOf(page).getByLabel(reason).fill("-");
      await confirm.press("Enter");
      await expect(dialogOf(page)).toHaveCount(0);
      const read = await proceduresOf(page.request, portal.url).console.claims.read.query({ claimId: claim?.id ?? "" });
      expect(read).toMatchObject({ settlements: [{ type: "refund", amountCents: 124_550 }] });
    });
  });
}

test("an action after somebody else's is refused, and shows the other one", async ({ page, browser, portal }) => {
  const [claim] = await insert(portal, [inProgress]);
  await enter(page.context(), portal, portal.handler);
  await page.goto(`/support/claims/${claim?.id}`);
  await page.getByRole("button", { name: "Reject" }).click();
  await dialogOf(page).getByLabel("Reason").fill("Not covered");

  const other = await browser.newContext({ baseURL: portal.url });
  await enter(other, portal, portal.handler);
  const claimId = claim?.id ?? "";
  const refund = { move: "approveRefund" as const, amountCents: 7_550, reason: "Known to us" };
  await proceduresOf(other.request, portal.url).console.claims.takeAction.mutate({ claimId, move: refund });
  await other.close();
  await expect(page.getByText("€75.50").first(), "the page behind shows it").toBeVisible();

  // The server refuses a late action, whatever the dialog has learned meanwhile.
  const late = { claimId, move: { ...refund, seen: "2020-01-01T00:00:00.000Z" } };
  await expect(proceduresOf(page.request, portal.url).console.claims.takeAction.mutate(late)).rejects.toMatchObject({
    data: { httpStatus: 409, key: "claimChanged" },
  });
  await expect(dialogOf(page).getByRole("button", { name: "Reject the claim" }), "it is no longer offered").toHaveAttribute(
    "aria-disabled",
    "true",
  );
  const notice = dialogOf(page).getByRole("alert");
  await expect(notice).toContainText("This is no longer possible: somebody else changed the claim.");
  await expect(notice, "and it says who").toContainText("Marc Delattre: Refund approved");
});

test("a refused action stays on the screen beside the action that came first", async ({ page, browser, portal }) => {
  const [claim] = await insert(portal, [inProgress]);
  await enter(page.context(), portal, portal.handler);
  await page.goto(`/support/claims/${claim?.id}`);
  await page.getByRole("button", { name: deposition, exact: true }).click();
  const claimId = claim?.id ?? "";
  const other = await browser.newContext({ baseURL: portal.url });
  await enter(other, portal, portal.handler);
  const asOther = proceduresOf(other.request, portal.url);
  const before = await (await other.request.get(procedureAddress("console.claims.read", { claimId }))).text();
  const [document] = (await asOther.console.claims.read.query({ claimId })).documents;
  // The page does not hear of the other move before its own is sent.
  let isSent = false;
  page.on("request", (request) => (isSent ||= request.method() === "POST"));
  await page.route(/\/trpc\/console\.claims\.read/, (route) =>
    isSent ? route.continue() : route.fulfill({ contentType: "application/json", body: before }),
  );
  await asOther.console.claims.takeAction.mutate({ claimId, move: { move: "acceptDocument", documentId: document?.id ?? "" } });
  await other.close();
  const accept = page.getByRole("region", { name: deposition }).getByRole("button", { name: "Accept" });
  await expect(accept).toBeEnabled();
  await accept.click();
  const alert = page.getByRole("alert").filter({ hasText: "This document has already been accepted or refused" });
  await expect(alert).toContainText("Marc Delattre: Document accepted");
});

// rules/claims.md#upload-10
test("a HEIC photo is shown, and one that cannot be decoded is downloaded", async ({ page, portal }) => {
  const { partner } = portal.first;
  const { id, mandatory } = await declareClaim(portal, partner, partner.productionKey);
  const heic = await readFile(join(import.meta.dirname, "../documents/files/phone-photo.heic"));
  await uploadDocuments(portal, partner.productionKey, id, mandatory.slice(1), "", heic);
  await uploadDocuments(portal, partner.productionKey, id, mandatory.slice(0, 1), "?autoSubmit=true", heic.subarray(0, 900));
  const [damaged = "", whole = ""] = mandatory;
  await enter(page.context(), portal, portal.handler);
  await page.goto(`/support/claims/${id}`);
  await page.getByRole("button", { name: whole, exact: true }).click();
  const photo = page.getByTitle(`Document: ${whole}`);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([240, 320]);
  await page.getByRole("button", { name: damaged, exact: true }).click();
  const viewer = page.getByRole("region", { name: damaged });
  await expect(viewer.getByRole("alert")).toContainText("This photo cannot be shown.");
  const downloading = page.waitForEvent("download");
  await viewer.getByRole("link", { name: "Download" }).click();
  expect(await readFile(await (await downloading).path())).toEqual(heic.subarray(0, 900));
});

test("support can read claims and is offered no actions", async ({ page, portal }) => {
  const [claim] = await insert(portal, [inProgress]);
  await enter(page.context(), portal, portal.support);
  await page.goto(`/support/claims/${claim?.id}`);
  await expect(page.getByText("Only claim handlers can change claims.")).toBeVisible();
  await page.getByRole("button", { name: deposition, exact: true }).click();
  await expect(page.getByRole("region", { name: deposition })).toBeVisible();
  for (const name of ["Accept", "Refuse", "Reject", "Approve a refund"]) await expect(page.getByRole("button", { name })).toHaveCount(0);
});
