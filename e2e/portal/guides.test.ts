import type { Locator, Page } from "playwright/test";
import { inPortal } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";

/** Sends the request of a section as it is offered, without changing anything; returns the dialog, answered. */
async function send(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByRole("link", { name: "View call" })).toBeVisible();
  return dialog;
}

/** Tries the steps of a guide, led from each to the next one. */
async function follow(page: Page, guide: string, steps: readonly (readonly [section: string, makes: RegExp])[]): Promise<void> {
  await page.goto(`/docs/${guide}`);
  await tryIt(page, steps[0]?.[0] ?? "").click();
  for (const [section, makes] of steps) {
    const dialog = await send(page);
    const response = dialog.getByRole("region", { name: "Response" });
    await expect(response.getByText(/^20[01]$/), `${guide}, ${section}`).toBeVisible();
    await expect(response, `${guide}, ${section}: the response is in view`).toBeInViewport({ ratio: 0.3 });
    await expect(dialog.getByRole("status"), `${guide}, ${section}: the outcome is announced`).toHaveText(makes);
    await dialog.getByRole("button", { name: "Next step" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(resultOf(page, section), `${guide}, ${section}: what it made is beside it`).toHaveText(makes);
    // The next step's button gets the focus, or at the end the heading of what was made.
    await expect(page.locator("[data-try]:focus, h2:focus"), `${guide}, ${section}: the focus is on what follows`).toBeVisible();
    await page.keyboard.press("Enter");
  }
}

const tryIt = (page: Page, section: string) => page.locator(`#${section}`).getByRole("button", { name: "Try it" });
const resultOf = (page: Page, section: string) => page.locator(`#${section} [data-slot=step-result]`);

const contractSteps = [
  ["renter", /Rental company renter-\S+ attached/],
  ["product", /Product prod_\w+ added/],
  ["price", /Price €\d+\.\d\d; nothing saved/],
  ["create", /Contract \w{26}:? ?Open/],
  ["read", /Contract \w{26}:? ?Open/],
  ["end", /Contract \w{26}:? ?Cancelled/],
] as const;

const claimSteps = [
  ["contract", /Contract \w{26}:? ?Open/],
  ["create", /Claim claim_\w+:? ?Draft/],
  ["upload", /Documents received for claim claim_\w+/],
  ["submit", /Claim CLM-\d+:? ?Submitted/],
  ["read", /Claim claim_\w+:? ?Submitted/],
  ["cancel", /Claim claim_\w+:? ?Abandoned/],
] as const;

test("an owner of a new partner is led through both guides, to the contract, the claim and what the webhook received", async ({
  page,
  portal,
}) => {
  const { owner, uid } = await openCompany({}, { isAttached: false });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page.context(), portal, owner);

  await page.goto("/docs/first-contract");
  await expect(page.getByText(`export RENTER=${uid}`)).toBeVisible();
  await follow(page, "first-contract", contractSteps);
  const outcome = page.locator("#outcome");

  await test.step("without a webhook, the guide shows the events, and how to receive them", async () => {
    await expect(outcome.getByRole("link", { name: "v2.contract.created" })).toBeVisible();
    await expect(outcome.getByRole("link", { name: "v2.contract.canceled" })).toBeVisible();
    await expect(outcome.getByText("You have no webhook in Development", { exact: false })).toBeVisible();
    await expect(outcome.getByRole("link", { name: "Create a webhook" })).toHaveAttribute("href", "/development/webhooks/new");
    await expect(outcome.getByRole("link", { name: "See what your webhook received" })).toHaveCount(0);
  });

  await test.step("the contract is a click away", async () => {
    await outcome.getByRole("link", { name: "See your contract" }).click();
    await page.waitForURL("**/development/contracts/*");
    await expect(page.getByRole("main").getByText("Cancelled").first()).toBeVisible();
  });

  const receiver = await startReceiver(portal.receiverPorts.guides, "");
  const settings = { name: "Guide", url: `http://localhost:${portal.receiverPorts.guides}/`, enabled: true, eventTypes: [...eventTypes] };
  await inPortal(page).webhooks.create.mutate({ environment: "development", settings });
  await follow(page, "first-claim", claimSteps);

  await test.step("with a webhook, the guide leads to what it received of this claim", async () => {
    const received = ["v2.claim.draft.created", "v2.claim.document.uploaded", "v2.claim.created", "v2.claim.abandoned"];
    await expect.poll(() => receiver.eventTypes).toEqual(expect.arrayContaining(received));
    await expect(outcome.getByRole("listitem").filter({ hasText: "v2.claim.created" }).getByText("Succeeded")).toBeVisible();
    await outcome.getByRole("link", { name: "See what your webhook received" }).click();
    await page.waitForURL("**/development/deliveries?search=claim_*");
    await expect(page.getByRole("row").filter({ hasText: "v2.claim.created" })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "v2.contract.created" }), "the contract's are not among them").toHaveCount(0);
    await page.goto("/docs/first-claim");
    await outcome.getByRole("link", { name: "See your claim" }).click();
    await page.waitForURL("**/development/claims/claim_*");
    await expect(page.getByRole("main").getByText("Abandoned").first()).toBeVisible();
  });
  await receiver.close();

  await test.step("the step that attaches a renter is optional if one is attached", async () => {
    await page.goto("/docs/first-contract");
    await page.locator("#outcome").getByRole("button", { name: "Start over" }).click();
    await page.reload();
    await expect(page.locator("#renter").getByText("is attached", { exact: false }).first()).toBeVisible();
    await expect(tryIt(page, "renter")).toHaveCount(0);
  });

  await test.step("the calls are marked, and not counted as the partner's system's", async () => {
    await page.goto("/development/calls");
    await expect(page.getByRole("row").filter({ hasText: "/submit" }).getByText("Try it").filter({ visible: true }).first()).toBeVisible();
    const { figures, milestones } = await inPortal(page).overview.read.query({ environment: "development" });
    expect(figures.total).toMatchObject({ calls: 0, errors: 0 });
    expect(milestones).toMatchObject({ call: false, preview: false, contract: false });
    expect(await inPortal(page).overview.readiness.query({ environment: "development" })).toMatchObject({ done: 0 });
  });
});

test("what a step gave survives a reload and another language, and a step tried anew makes later ones outdated", async ({
  page,
  portal,
}) => {
  const { owner } = await openCompany();
  await enter(page.context(), portal, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await follow(page, "first-contract", contractSteps.slice(1, 4));
  // The next step is open.
  await page.keyboard.press("Escape");
  const cid = await resultOf(page, "create").getByRole("link").first().innerText();

  await page.reload();
  await expect(resultOf(page, "create")).toContainText(cid);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitemradio", { name: "Français" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Votre premier contrat" })).toBeVisible();
  await expect(resultOf(page, "create")).toHaveText(new RegExp(`Contrat ${cid}`));
  await page.locator("#read").getByRole("button", { name: "Essayer" }).click();
  await expect(page.getByRole("dialog").getByLabel("contractId")).toHaveValue(cid);
  await page.keyboard.press("Escape");

  await page.locator("#product").getByRole("button", { name: "Essayer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByRole("dialog").getByRole("region", { name: "Réponse" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(resultOf(page, "create")).toHaveCount(0);
  await page.locator("#read").getByRole("button", { name: "Essayer" }).click();
  await expect(page.getByRole("dialog").getByLabel("contractId")).toHaveValue("");
});

test("a step that needs earlier steps names them", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await page.goto("/docs/first-claim");
  await tryIt(page, "submit").click();
  await expect(page.getByRole("dialog").getByText("Send “Create the claim” first, or fill in the empty fields.")).toBeVisible();
});

test("the guide to going live offers no request to try: they are for the production key", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.first.owner);
  await page.goto("/docs/going-live");
  await expect(page.getByRole("figure").filter({ hasText: "preview=true" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it" })).toHaveCount(0);
});
