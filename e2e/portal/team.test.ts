import { randomUUID } from "node:crypto";
import { expect } from "playwright/test";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import { test } from "#e2e/portal/portal.ts";

// rules/authority.md#team-1, #team-2
test("an owner invites a colleague, promotes and suspends them, and corrects their own name", async ({
  page,
  context,
  browser,
  portal,
}) => {
  const { owner } = await openCompany();
  await enter(context, portal, owner);
  await page.goto("/development/settings");
  await page.getByLabel("Name").fill("Ada King");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is saved")).toBeVisible();

  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Team" }).click();
  const table = page.getByRole("table", { name: "Team" });
  await expect(table.getByRole("row").filter({ hasText: "Ada King" })).toContainText("You");
  const email = `${randomUUID()}@people.example`;
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Grace Hopper");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel("Role").selectOption("Developer");
  await expect(dialog.getByLabel("Role")).toHaveAccessibleDescription(/No contracts, claims, statements, team or Production keys/);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await readPasswordLink(portal, email);
  // rules/authority.md#roles-1, #roles-10
  await test.step("the developer sees the developer space, and is told who opens the rest", async () => {
    const developer = await browser.newPage({ baseURL: portal.url });
    await developer.goto(link);
    await developer.getByLabel("New password").fill("four unrelated short words");
    await developer.getByLabel("Repeat the password").fill("four unrelated short words");
    await developer.getByRole("button", { name: "Save and sign in" }).click();
    const menu = developer.getByRole("navigation", { name: "Main navigation" });
    await expect(menu.getByRole("link", { name: "Webhooks" })).toBeVisible();
    for (const name of ["Contracts", "Claims", "Statements"]) await expect(menu.getByRole("link", { name })).toHaveCount(0);
    await developer.goto("/production/statements");
    await expect(
      developer.getByText(
        /This page is for the role “Owner”, “Developer and member” or “Member”\. .*Ada King can give it to you, under Settings, Team\./,
      ),
    ).toBeVisible();
    await developer.goto("/production/keys");
    await expect(developer.getByText("Only owners reveal and copy the Production key.")).toBeVisible();
    await expect(developer.getByRole("button", { name: "Create key" })).toHaveCount(0);
    await developer.goto("/development/keys");
    await expect(developer.getByRole("button", { name: "Create key" })).toBeVisible();
    await expect(developer.getByRole("button", { name: /^Reveal/ })).toBeVisible();
    await developer.close();
  });

  const colleague = table.getByRole("row").filter({ hasText: email });
  const question = page.getByRole("alertdialog");
  await colleague.getByRole("button", { name: "Change role: Grace Hopper" }).click();
  await question.getByLabel("New role").selectOption("Owner");
  await question.getByRole("button", { name: "Change role" }).click();
  await expect(colleague).toContainText("Owner");
  await colleague.getByRole("button", { name: "Suspend Grace Hopper" }).click();
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(colleague).toContainText("Suspended");
  await page.goto("/development/activity");
  await expect(page.getByRole("row").filter({ hasText: "User invited" })).toContainText("Ada King");
  // rules/notices.md#owners-1, #owners-2
  await test.step("the messages to the team are listed, each with its text, but never with a one-time link", async () => {
    await page.goto("/production/settings/notices");
    const message = page.getByRole("dialog");
    await page
      .getByRole("button", { name: /^Open “New owner of your Covergate account/ })
      .first()
      .click();
    await expect(message).toContainText(`Ada King made Grace Hopper (${email}) an owner.`);
    await message.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Open “Your Covergate account/ }).click();
    await expect(message).toContainText(email);
    await expect(message).toContainText("The text is not shown");
    await expect(message).not.toContainText("/password/");
  });
});
