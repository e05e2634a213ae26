import { randomUUID } from "node:crypto";
import { expect } from "playwright/test";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import { test } from "#e2e/portal/portal.ts";

// rules/authority.md#team-1, #team-2
test("an owner invites a colleague, promotes and suspends them, and corrects their own name", async ({ page, context, portal }) => {
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
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  expect(await readPasswordLink(portal, email)).toContain("/password/");

  const colleague = table.getByRole("row").filter({ hasText: email });
  const question = page.getByRole("alertdialog");
  await colleague.getByRole("button", { name: "Make owner: Grace Hopper" }).click();
  await question.getByRole("button", { name: "Make owner" }).click();
  await expect(colleague).toContainText("Owner");
  await colleague.getByRole("button", { name: "Suspend Grace Hopper" }).click();
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(colleague).toContainText("Suspended");
  await page.goto("/development/activity");
  await expect(page.getByRole("row").filter({ hasText: "User invited" })).toContainText("Ada King");
});
