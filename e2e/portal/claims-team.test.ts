import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { insertWaiting } from "#e2e/portal/claims.ts";
import { enter, makeStaff, openDatabase } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { findViolations } from "#e2e/portal/violations.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";

interface StoredClaim {
  id: string;
  status: string;
  paidEvents: number;
  settlements: { state: string; amountCents: number }[];
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dialogOf = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
const confirm = (page: Page, name: string) => dialogOf(page).getByRole("button", { name, exact: true }).press("Enter");

test("two handlers share a morning: take over, hand over, pay in bulk, to the cent", async ({ page: marc, browser, portal }) => {
  // The queue begins with them.
  const claims = await insertWaiting(portal, 1980, [{}, {}, {}, {}]);
  const [first, second, third, fourth] = claims.map(({ claimId }) => claimId) as [string, string, string, string];
  const [firstId, secondId, thirdId, fourthId] = claims.map(({ id }) => id) as [string, string, string, string];
  const colleague = await makeStaff("handler");
  const context = await browser.newContext({ baseURL: portal.url, locale: "en-GB" });
  const ada = await context.newPage();
  await enter(marc.context(), portal, portal.handler);
  await enter(ada.context(), portal, colleague);
  const asMarc = proceduresOf(marc.request, portal.url).console;

  await test.step("the queue begins with what is ours to decide, and keeps its place after a take-over", async () => {
    await marc.goto("/support/claims");
    await expect(marc.getByRole("button", { name: /^To decide/ })).toHaveAttribute("aria-pressed", "true");
    await marc.getByRole("link", { name: first }).press("Enter");
    await expect(heading(marc)).toContainText(first);
    await press(marc, "Take over");
    await expect(dialogOf(marc)).not.toContainText("no longer awaited");
    await confirm(marc, "Take over");
    await expect(marc.getByText("handled by Marc Delattre")).toBeVisible();
    // Letters do nothing while it is open, and it closes once the page has been read anew.
    await expect(dialogOf(marc)).toHaveCount(0);
    await marc.keyboard.press("n");
    await expect(heading(marc)).toContainText(second);
  });

  await test.step("a claim is handed over with a reason", async () => {
    await press(marc, "Take over");
    await confirm(marc, "Take over");
    await expect(marc.getByText("handled by Marc Delattre")).toBeVisible();
    await press(marc, "Hand over");
    await dialogOf(marc).getByLabel("To", { exact: true }).selectOption(colleague.id);
    await dialogOf(marc).getByLabel("Reason").fill("On leave from noon.");
    await confirm(marc, "Hand over");
    await expect(marc.getByText("handled by Ada Martin")).toBeVisible();
    await expect(marc.getByRole("list", { name: "History" })).toContainText("On leave from noon.");
  });

  await test.step("the colleague finds it among hers, and adds a note that colleagues alone read", async () => {
    await ada.goto("/support/claims?view=mine");
    await ada.getByRole("link", { name: second }).press("Enter");
    await ada.getByLabel("New note").fill("The shop confirms the theft.");
    await press(ada, "Add note");
    await expect(ada.getByRole("list", { name: "Internal notes" })).toContainText("The shop confirms the theft.");
    await expect(ada.getByRole("list", { name: "Internal notes" })).toContainText("Ada Martin");
  });

  await test.step("a take-over that somebody else made meanwhile is said in the open dialog", async () => {
    await ada.goto(`/support/claims/${thirdId}`);
    await press(ada, "Take over");
    await asMarc.claims.takeAction.mutate({ claimId: thirdId, move: { move: "takeOver" } });
    await expect(dialogOf(ada).getByRole("alert")).toContainText("Marc Delattre took this claim over while you were looking at it.");
    await expect(dialogOf(ada).getByRole("button", { name: "Take over" })).toHaveCount(0);
    await ada.keyboard.press("Escape");
  });

  await test.step("what another holds is taken with a notice", async () => {
    await press(ada, "Take over from Marc Delattre");
    await expect(dialogOf(ada)).toContainText("Marc Delattre handles this claim.");
    await confirm(ada, "Assign to me");
    await expect(ada.getByText("handled by Ada Martin")).toBeVisible();
  });

  await test.step("several documents are asked for with one explanation, then gone without", async () => {
    await ada.goto(`/support/claims/${fourthId}`);
    await press(ada, "Take over");
    await confirm(ada, "Take over");
    await press(ada, "Request documents");
    const boxes = dialogOf(ada).getByRole("checkbox");
    await boxes.nth(0).press("Space");
    await boxes.nth(1).press("Space");
    await dialogOf(ada).getByLabel("Explanation").fill("With the stamp of the shop.");
    await confirm(ada, "Request");
    await expect(ada.getByText("2 documents requested.")).toBeVisible();
    const read = await asMarc.claims.read.query({ claimId: fourthId });
    expect(read.entries.filter(({ requested }) => requested).map(({ note }) => note)).toEqual(Array(2).fill("With the stamp of the shop."));
    await press(ada, "Go on without the documents");
    await expect(dialogOf(ada)).toContainText("The requested documents are no longer awaited.");
    await confirm(ada, "Go on without the documents");
    await expect(ada.getByText("Waiting for a decision")).toBeVisible();
  });

  const amounts = { [firstId]: 12_005, [secondId]: 24_550, [thirdId]: 9_999, [fourthId]: 1 };
  for (const [claimId, amountCents] of Object.entries(amounts)) {
    await asMarc.claims.takeAction.mutate({ claimId, move: { move: "approveRefund", amountCents, reason: "Known to us" } });
  }

  await test.step("payments are handed to the bank in one file, once their company has an account", async () => {
    // An open page loads itself again once it notices another viewer, which would abort the next navigation.
    const leave = () => ada.goto("about:blank");
    await leave();
    await enter(context, portal, portal.support);
    const [uid = ""] = portal.first.partner.renters;
    const { payments } = proceduresOf(context.request, portal.url).console;
    await payments.proposeAccount.mutate({ uid, holder: "Vélos de la Seine", iban: "FR7630006000011234567890189" });
    await enter(context, portal, portal.secondSupport);
    await ada.goto("/support/approvals");
    expect(await findViolations(ada)).toEqual([]);
    await ada.getByRole("link", { name: /^Bank account: / }).press("Enter");
    await press(ada, "Approve");
    await confirm(ada, "Approve");
    await expect(ada.getByText("Refunds are paid to Vélos de la Seine, FR76 •••• 0189")).toBeVisible();
    await leave();
    await enter(context, portal, colleague);
    await marc.goto("/support/payments");
    expect(await findViolations(marc)).toEqual([]);
    for (const number of [first, second, third]) await marc.getByRole("checkbox", { name: `Select ${number}` }).press("Space");
    await expect(marc.getByText("3 payments selected")).toContainText("€465.54");
    await press(marc, "SEPA file");
    const downloaded = marc.waitForEvent("download");
    await confirm(marc, "Make the file");
    const file = await readFile(await (await downloaded).path(), "utf8");
    expect(file).toContain("<NbOfTxs>3</NbOfTxs><CtrlSum>465.54</CtrlSum>");
    for (const number of [first, second, third]) expect(file).toContain(`<Ustrd>${number}</Ustrd>`);
  });

  await test.step("both mark them as paid at once: each is paid once, and who was late reads so", async () => {
    // At weekends the bank executes the file on Monday, and no payment is marked before its day.
    const sql = await openDatabase();
    await sql`update payment_runs set execute_on = least(execute_on, (now() at time zone 'Europe/Paris')::date)`;
    await marc.reload();
    await ada.goto("/support/payments");
    for (const page of [marc, ada]) {
      for (const number of [first, second, third]) await page.getByRole("checkbox", { name: `Select ${number}` }).press("Space");
      await press(page, "Mark as paid");
    }
    await Promise.all([marc, ada].map((page) => confirm(page, "Confirm payment")));
    for (const page of [marc, ada]) await expect(page.getByRole("checkbox", { name: `Select ${first}` })).toHaveCount(0);
    await expect(marc.getByRole("checkbox", { name: `Select ${fourth}` })).toBeVisible();
  });

  await test.step("the sums in the database are right to the cent", async () => {
    const sql = await openDatabase();
    const stored = await sql<StoredClaim[]>`
      select c.id, c.status, (select count(*)::int from events e where e.subject_id = c.id and e.event_type = 'v2.claim.settlement.paid') as paid_events,
        json_agg(json_build_object('state', s.payment_state, 'amountCents', s.amount_cents) order by s.id) as settlements
      from claims c join settlements s on s.claim_id = c.id where c.id = any(${Object.keys(amounts)}) group by c.id`;
    const sums = await sql`
      select sum(amount_cents)::int as paid_cents, count(*)::int as payments from settlements
      where claim_id = any(${Object.keys(amounts)}) and type = 'refund' and payment_state = 'paid'`;
    expect([...sums]).toEqual([{ paidCents: 46_554, payments: 3 }]);
    for (const { id, status, paidEvents, settlements } of stored) {
      const isPaid = id !== fourthId;
      expect({ status, paidEvents }).toEqual(isPaid ? { status: "closed", paidEvents: 1 } : { status: "in_progress", paidEvents: 0 });
      expect(settlements).toEqual([{ state: isPaid ? "paid" : "approved", amountCents: amounts[id] }]);
    }
  });
  await context.close();
});
