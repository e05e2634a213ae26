import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { enter } from "#e2e/portal/database.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import { openPartner } from "#e2e/portal/partners.ts";
import { expect, test } from "#e2e/portal/portal.ts";

test("support invites a user, changes a limit and a role, and suspends a partner: the user is told, and the audit log has the reasons", async ({
  page,
  browser,
  portal,
}) => {
  const [partner, email, password] = [`Essai ${randomUUID()}`, `${randomUUID()}@people.example`, "four unrelated short words"];
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await enter(page.context(), portal, portal.support);

  const link = await test.step("a partner is created and an owner invited", async () => {
    await page.goto("/support/partners");
    await page.getByRole("button", { name: "New partner" }).first().click();
    await dialog.getByLabel("Name").fill(partner);
    await dialog.getByRole("button", { name: "Create partner" }).click();
    await expect(page.getByRole("heading", { level: 1, name: partner })).toBeVisible();
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("button", { name: "Invite a user" }).first().click();
    await dialog.getByLabel("Name").fill("Ada Martin");
    await dialog.getByLabel("E-mail address").fill(` ${email.toUpperCase()} `);
    await expect(dialog.getByLabel("Role"), "the most rights are given on purpose").toHaveValue("member");
    await dialog.getByLabel("Role").selectOption("Owner");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(page.getByText(`A one-time link is on its way to ${email}.`)).toBeVisible();
    return readPasswordLink(portal, email);
  });

  const guest = await browser.newPage({ baseURL: portal.url });
  await test.step("the owner chooses a password and is signed in", async () => {
    await guest.goto(link);
    await guest.getByLabel("New password").fill(password);
    await guest.getByLabel("Repeat the password").fill(password);
    await guest.getByRole("button", { name: "Save and sign in" }).click();
    await expect(guest.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });

  await test.step("no change is possible without a reason", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Change role: Ada Martin" }).click();
    const confirm = dialog.getByRole("button", { name: "Change role" });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel("New role").selectOption("Member");
    await dialog.getByLabel("Reason").fill("Moved to sales");
    await expect(dialog.getByText("Ada Martin is the last active owner")).toBeVisible();
    await expect(confirm, "the partner would have no owner").toBeDisabled();
    await dialog.getByLabel("Leave the partner without an owner").check();
    await confirm.click();
    await expect(page.getByText("The role of Ada Martin is changed.")).toBeVisible();
    await expect(page.getByRole("cell", { name: "Member", exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "Features and limits" }).click();
    await expect(page.getByLabel("Reason")).toBeHidden();
    await page.getByLabel("Requests per minute").fill("900");
    const save = page.getByRole("button", { name: "Save" });
    await save.click();
    await expect(page.getByLabel("Reason"), "the reason is asked for, and nothing saved").toBeFocused();
    await expect(page.getByLabel("Reason")).toHaveAccessibleDescription(/Required\./);
    await page.getByLabel("Reason").fill("A big customer");
    // The notification of the changed role may cover the button; the click must still work.
    await save.click();
    await expect(page.getByLabel("Reason")).toBeHidden();
  });

  await test.step("at the suspended partner a right password is answered with the suspension, a wrong one as usual", async () => {
    await page.getByRole("button", { name: "Suspend" }).click();
    await dialog.getByLabel("Reason").fill("Unpaid");
    await dialog.getByRole("button", { name: "Suspend partner" }).click();
    await expect(page.getByText("This partner is suspended")).toBeVisible();
    await expect(guest).toHaveURL(/\/sign-in\?/);
    await expect(guest.getByText("Your session has ended.")).toBeVisible();
    await guest.getByLabel("E-mail address").fill(email);
    const tryPassword = async (tried: string) => {
      await guest.getByLabel("Password", { exact: true }).fill(tried);
      await guest.getByRole("button", { name: "Sign in" }).click();
    };
    const alert = guest.getByRole("alert").filter({ hasText: /./ });
    await tryPassword("not the password");
    await expect(alert).toHaveText("Incorrect e-mail address or password.");
    await tryPassword(password);
    await expect(alert).toContainText("is suspended");
  });

  await test.step("the audit log shows the reasons", async () => {
    await page.getByRole("link", { name: "History" }).click();
    for (const reason of ["Moved to sales", "A big customer", "Unpaid"]) {
      await expect(page.getByRole("row").filter({ hasText: reason })).toBeVisible();
    }
  });
  await guest.close();
});

test("a renter that is no longer shown is not attached, and Enter in the search attaches none", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await openPartner(page, portal.first.partner.name);
  await page.getByRole("tab", { name: "Rental companies" }).click();
  await page.getByRole("button", { name: "Attach a rental company" }).click();
  const dialog = page.getByRole("dialog");
  const attach = dialog.getByRole("button", { name: "Attach", exact: true });
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await dialog.getByRole("radio").first().check();
  await expect(attach, "no environment is preset").toBeDisabled();
  const search = dialog.getByRole("searchbox");
  await search.fill("Cycles du Canal");
  const attached = dialog.locator("label", { hasText: "Already attached to" }).first();
  await attached.getByRole("radio").check();
  await dialog.getByLabel("Environment").selectOption("Development");
  await expect(attach, "what is attached is marked, and not attached again").toBeDisabled();
  await search.fill("Vélos de la Joliette");
  await dialog
    .locator("label")
    .filter({ hasText: "Vélos de la Joliette", hasNotText: "Already attached to" })
    .first()
    .getByRole("radio")
    .check();
  await expect(attach).toBeEnabled();
  await search.fill("nobody is called so");
  await search.press("Enter");
  await expect(dialog.getByText("No matching rental companies")).toBeVisible();
  await expect(attach).toBeDisabled();
  await expect(dialog).toBeVisible();
  expect(sent).toEqual([]);
});

test("the logo of the page for the insured is chosen, shown, replaced and removed", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await page.goto(`/support/renters/${portal.second.partner.renters[0]}`);
  const choose = page.getByLabel("Choose a logo");
  await choose.setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  });
  await expect(page.getByText("This file is no PNG, JPEG or WebP.")).toBeVisible();
  await choose.setInputFiles(join(import.meta.dirname, "../documents/files/photo.png"));
  const logo = page.getByAltText("The logo as it is now");
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth))).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Logo removed.")).toBeVisible();
  await expect(logo).toHaveCount(0);
});

test("a whole key that is pasted into a search does not appear in the address", async ({ page, portal }) => {
  const key = `cg_live_${"a".repeat(32)}`;
  await enter(page.context(), portal, portal.support);
  await page.goto("/support/contracts");
  await page.getByRole("searchbox").fill(key);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/support\/lookup\?q=cg_live_aaaa$/);
  await page.goto("/support/audit");
  await page.getByRole("searchbox").first().fill(key);
  await expect(page).toHaveURL(/subject=cg_live_aaaa$/);
  await expect(page.getByRole("searchbox").first()).toHaveValue("cg_live_aaaa");
});

// rules/search.md#find-8
test("the look-up finds a partner's person by name, as the palette does", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await page.goto("/support/lookup?q=vasseur%20claire");
  await expect(page.getByRole("list", { name: "Contains the text" }).getByRole("link", { name: "Claire Vasseur" })).toBeVisible();
});

test("the pages of a partner's renters continue after any uid", async ({ page, portal }) => {
  await enter(page.context(), portal, portal.support);
  await openPartner(page, portal.first.partner.name);
  const answer = await page.goto(`${page.url()}?tab=renters&before=${"-".repeat(128)}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("table", { name: "Rental companies" }).getByRole("row").nth(1)).toBeVisible();
});

test("settings are in their form before its scripts run", async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false });
  await enter(context, portal, portal.support);
  const page = await context.newPage();
  const [uid = ""] = portal.first.partner.renters;
  await page.goto(`/support/renters/${uid}`);
  await expect(page.getByLabel("E-mail address")).toHaveValue(/@/);
  await context.close();
});

test("on a phone the actions on users hide no names, and the selected tab is in view", async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page.context(), portal, portal.support);
  await openPartner(page, portal.second.partner.name);
  await page.getByRole("tab", { name: "Users" }).click();
  const name = page.getByRole("rowheader").filter({ hasText: portal.second.member.email });
  await expect(name).toBeVisible();
  expect((await name.boundingBox())?.width).toBeGreaterThan(180);
  await expect(page).toHaveURL(/tab=users/);
  await page.goto(page.url().replace("tab=users", "tab=settings"));
  // All but the line that the tabs share with the edge below them.
  await expect(page.getByRole("tab", { name: "Features and limits" })).toBeInViewport({ ratio: 0.95 });
});
