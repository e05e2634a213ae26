import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright/test";
import { enter, openDatabase } from "#e2e/portal/database.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import { findPartner, openPartner } from "#e2e/portal/partners.ts";
import { expect, signIn, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { findViolations } from "#e2e/portal/violations.ts";
import { procedureAddress, proceduresOf } from "#e2e/setup/procedures.ts";

const password = "four unrelated short words";

/** Invites an owner to a partner; answers the link by which they choose their password. */
async function inviteOwner(browser: Browser, portal: Portal, email: string): Promise<string> {
  const context = await browser.newContext();
  await enter(context, portal, portal.support);
  const { request } = context;
  const partnerId = await findPartner(request, portal, portal.first.partner.name);
  await proceduresOf(request, portal.url).console.users.invite.mutate({
    partnerId,
    email,
    name: "Ada Lovelace",
    role: "owner",
  });
  return readPasswordLink(portal, email);
}

/** Gives the browser an authenticator with a fingerprint, which is always the right one. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
}

test("an owner sets up a passkey and an app, signs in with each, and confirms their identity to see a production key", async ({
  page,
  browser,
  portal,
}) => {
  const email = `${randomUUID()}@people.example`;
  await addAuthenticator(page);

  await test.step("a password that is easy to guess is refused, and a good one signs in", async () => {
    await page.goto(await inviteOwner(browser, portal, email));
    for (const [weak, why] of [
      ["Lovelace2026!", "contains your name"],
      ["password1234", "common"],
    ] as const) {
      await page.getByLabel("New password").fill(weak);
      await page.getByLabel("Repeat the password").fill(weak);
      await page.getByRole("button", { name: "Save and sign in" }).click();
      await expect(page.getByRole("alert").filter({ hasText: why })).toBeVisible();
    }
    await page.getByLabel("New password").fill(password);
    await page.getByLabel("Repeat the password").fill(password);
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.waitForURL("**/development");
  });

  const codes = await test.step("the banner leads to adding a passkey, which creates recovery codes", async () => {
    await page.getByRole("region", { name: "Second factor" }).getByRole("link", { name: "Set up" }).click();
    await expect(page.getByText("Chrome on Linux")).toBeVisible();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name").fill("Work laptop");
    await page.getByRole("button", { name: "Create passkey" }).click();
    await expect(page.getByTestId("recovery-code")).toHaveCount(10);
    expect(await findViolations(page)).toEqual([]);
    const shown = await page.getByTestId("recovery-code").allTextContents();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText("10 codes left")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("region", { name: "Second factor" })).toBeHidden();
    return shown;
  });

  await test.step("signing out also ends the session for a copied cookie, and the passkey alone signs in", async () => {
    const copy = await browser.newContext({ baseURL: portal.url, storageState: await page.context().storageState() });
    expect((await copy.request.get(procedureAddress("keys.list", { environment: "production" }))).status()).toBe(200);
    await signOut(page);
    expect((await copy.request.get(procedureAddress("keys.list", { environment: "production" }))).status()).toBe(401);
    await copy.close();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/development");
  });

  const app = await test.step("an app is set up with its key", async () => {
    await page.goto("/development/settings/security");
    await page.getByRole("button", { name: "Set up an app" }).click();
    const secret = await page.getByTestId("app-secret").textContent();
    const totp = new TOTP({ secret: Secret.fromBase32(secret?.trim() ?? "") });
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Code that the app shows").fill(totp.generate());
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByRole("button", { name: "Remove the app" })).toBeVisible();
    return totp;
  });

  const elsewhere = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await test.step("on another device the password is not enough: no page or procedure opens before a fresh code is given", async () => {
    await elsewhere.goto("/sign-in");
    const typed = elsewhere.getByLabel("Password", { exact: true });
    await expect(typed).toHaveAttribute("type", "password");
    await expect(typed).toHaveAttribute("autocomplete", "current-password");
    await elsewhere.getByLabel("E-mail address").fill(email);
    await elsewhere.getByLabel("Password", { exact: true }).fill(password);
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await expect(elsewhere.getByRole("heading", { name: "One more step" })).toBeVisible();
    await expect(elsewhere.getByRole("status").filter({ hasText: "One more step" })).toBeAttached();
    await expect(elsewhere.getByRole("button", { name: "Use a passkey" })).toBeFocused();
    await elsewhere.getByRole("button", { name: "Use a code from your app instead" }).press("Enter");
    await expect(elsewhere.getByLabel("Code from your authenticator app")).toBeFocused();
    expect(await findViolations(elsewhere)).toEqual([]);
    await elsewhere.goto("/development");
    await expect(elsewhere).toHaveURL(/\/sign-in/);
    expect((await elsewhere.request.get(procedureAddress("keys.list", { environment: "production" }))).status()).toBe(401);
    await elsewhere.getByRole("button", { name: "Use a recovery code instead" }).click();
    await expect(elsewhere.getByLabel("Recovery code")).toBeFocused();
    await elsewhere.getByLabel("Recovery code").fill(codes[0] ?? "");
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await elsewhere.waitForURL("**/development");
  });

  await test.step("the current session is told of the new device, and ends its session", async () => {
    const notice = page.getByRole("region", { name: "New sign-in" });
    await page.goto("/development/contracts");
    await expect(notice).toContainText("Chrome on Linux, from");
    await notice.getByRole("link", { name: "Review sessions" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(notice).toBeHidden();
    await page.getByRole("button", { name: "End session: Chrome on Linux" }).first().click();
    await expect(page.getByText("Session ended.")).toBeVisible();
    await elsewhere.goto("/development/keys");
    await expect(elsewhere).toHaveURL(/\/sign-in/);
    await elsewhere.close();
  });

  await test.step("after ten minutes a production key is shown only once the user has confirmed their identity in place", async () => {
    const sql = await openDatabase();
    await sql`
      update sessions set authenticated_at = authenticated_at - interval '11 minutes', factor_proved_at = factor_proved_at - interval '11 minutes'
      where user_id = (select id from users where email = ${email})`;
    await page.goto("/production/keys");
    const reveal = page.getByRole("button", { name: "Reveal" }).first();
    await reveal.click();
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    expect(await findViolations(page)).toEqual([]);
    await expect(dialog).toHaveAccessibleDescription(/You are about to reveal a Production key\./);
    await expect(dialog.getByRole("button", { name: "Use a passkey" })).toBeFocused();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByTestId("secret").first()).toContainText("•");
    await reveal.click();
    await expect(dialog.getByRole("button", { name: "Use your password instead" }), "a second factor is there").toHaveCount(0);
    await dialog.getByRole("button", { name: "Use a code from your app instead" }).click();
    const typed = dialog.getByLabel("Code from your authenticator app");
    await expect(typed).toBeFocused();
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(typed).toBeFocused();
    // The code of the next half minute, as that of this one was spent to set it up.
    await typed.fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByTestId("secret").first()).toContainText(/cg_live_\w{20}/);
  });

  await test.step("support removes lost factors with a reason", async () => {
    const support = await browser.newPage({ baseURL: portal.url });
    await enter(support.context(), portal, portal.support);
    await openPartner(support, portal.first.partner.name);
    await support.getByRole("tab", { name: "Users" }).click();
    const row = support.getByRole("row").filter({ hasText: email });
    await row.getByRole("button", { name: "Remove second factor: Ada Lovelace" }).click();
    await support.getByRole("alertdialog").getByLabel("Reason").fill("Lost the phone; called back");
    await support.getByRole("alertdialog").getByRole("button", { name: "Remove second factor" }).click();
    await expect(row.getByRole("button", { name: "Remove second factor: Ada Lovelace" })).toBeHidden();
    await support.close();
    // The open page leads to the sign-in by itself, which would abort a navigation.
    const again = await page.context().newPage();
    await page.close();
    await again.goto("/development");
    await expect(again).toHaveURL(/\/sign-in/);
    await signIn(again, { email, password, role: "owner" });
    await expect(again.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });
});

test("an idle page refreshes without extending its session", async ({ page, context, portal }) => {
  await enter(context, portal, portal.first.owner);
  await page.clock.install();
  await page.goto("/development/calls");
  const asked = (isPoll: boolean) =>
    page.waitForRequest((request) => request.url().includes("/api/portal/") && "x-covergate-poll" in request.headers() === isPoll);
  const poll = asked(true);
  await page.clock.fastForward("02:00");
  await poll;
  const own = asked(false);
  await page.mouse.move(20, 20);
  await page.clock.fastForward("00:10");
  await own;
});
