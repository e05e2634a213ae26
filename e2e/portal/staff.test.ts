import { randomUUID } from "node:crypto";
import { enter } from "#e2e/portal/database.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import manifest from "#package.json" with { type: "json" };

test("an administrator invites a colleague, changes their role and shuts them out, and cannot touch their own account", async ({
  page,
  browser,
  portal,
}) => {
  const [name, email, password] = [`Inès ${randomUUID().slice(0, 8)}`, `${randomUUID()}@people.example`, "four unrelated short words"];
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const row = page.getByRole("row").filter({ hasText: email });
  const change = async (action: string, reason: string, role?: string) => {
    await row.getByRole("button", { name: action }).click();
    const confirm = dialog.getByRole("button", { name: action, exact: true });
    await expect(confirm).toBeDisabled();
    if (role !== undefined) await dialog.getByLabel("New role").selectOption(role);
    await dialog.getByLabel("Reason").fill(reason);
    await confirm.click();
  };
  await enter(page.context(), portal, portal.administrator);
  await page.goto("/support/settings");
  const pages = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");
  await expect(pages, "nothing else is theirs").toHaveText(["Staff"]);
  await expect(page.getByText(`Covergate ${manifest.version}`)).toBeVisible();
  await pages.click();

  const link = await test.step("a colleague is invited, as claim handler unless the administrator says otherwise", async () => {
    await page.getByRole("button", { name: "Invite a colleague" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("E-mail address").fill(email);
    await expect(dialog.getByLabel("Role")).toHaveValue("handler");
    const last = await page.locator("tbody tr").last().boundingBox();
    await page.mouse.move((last?.x ?? 0) + 40, (last?.y ?? 0) + 10);
    await dialog.getByRole("button", { name: "Invite", exact: true }).press("Enter");
    await expect(row, "their own entry is shown at once, also under the pointer").toContainText("Invited");
    return readPasswordLink(portal, email);
  });

  const colleague = await browser.newPage({ baseURL: portal.url });
  await colleague.goto(link);
  await colleague.getByLabel("New password").fill(password);
  await colleague.getByLabel("Repeat the password").fill(password);
  await colleague.getByRole("button", { name: "Save and sign in" }).click();
  const menu = colleague.getByRole("navigation", { name: "Main navigation" });
  await expect(menu.getByRole("link", { name: "Claims" })).toBeVisible();

  await test.step("a new role counts from the next request", async () => {
    await page.reload();
    await change("Change role", "Helps in December", "Support");
    await expect(page.getByText(`The role of ${name} is changed.`)).toBeVisible();
    await colleague.reload();
    await expect(menu.getByRole("link", { name: "Partners" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Staff" })).toHaveCount(0);
  });

  await test.step("sessions end at once, and a suspended colleague does not come in", async () => {
    await change("End sessions", "A laptop was lost");
    await expect(page.getByText(`The sessions of ${name} are ended.`)).toBeVisible();
    await colleague.reload();
    await expect(colleague.getByText("Your session has ended.")).toBeVisible();
    await change("Suspend", "Has left");
    await expect(page.getByText(`${name} is suspended.`)).toBeVisible();
    await colleague.getByLabel("E-mail address").fill(email);
    await colleague.getByLabel("Password", { exact: true }).fill(password);
    await colleague.getByRole("button", { name: "Sign in" }).click();
    await expect(colleague.getByRole("alert").filter({ hasText: /./ })).toHaveText("Incorrect e-mail address or password.");
  });

  const own = page.getByRole("row").filter({ hasText: portal.administrator.email });
  await expect(own).toContainText("You");
  await expect(own.getByRole("button")).toHaveCount(0);
  await colleague.close();
});
