import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { callApi, expect, firstContract, test } from "#e2e/portal/portal.ts";

test("a call is sent again with the environment's key, and the question before says so, and what it changes", async ({ page, portal }) => {
  const { owner, uid } = await openCompany();
  await enter(page.context(), portal, owner);
  const { preview } = await readKey(page);
  const { text: key } = await inPortal(page).keys.create.mutate({
    environment: "development",
    name: "Till",
    rights: ["full"],
    expiresAt: null,
  });
  const body = firstContract({ renters: [uid] });
  const calls = [
    ["GET", "/contracts", undefined, "It changes nothing."],
    ["POST", "/contracts?preview=true", body, "It changes nothing."],
    ["POST", "/contracts", body, "Its changes are made again."],
  ] as const;
  for (const [method, path, sent, change] of calls) {
    const { executionId } = await callApi(portal, key, method, path, sent);
    await expect(async () => {
      await page.goto(`/development/calls/${executionId}`);
      await page.getByRole("button", { name: "Send again" }).click({ timeout: 1000 });
    }, "a call is in the log a moment after its answer").toPass();
    await expect(page.getByText(`${preview}…`), "another key sent it").toHaveCount(0);
    const question = page.getByRole("alertdialog", { name: "Send this call again?" });
    await expect(question).toContainText(`is sent with the key of the Development environment, whichever key sent it before. ${change}`);
    await question.getByRole("button", { name: "Send again" }).click();
    await expect(page).not.toHaveURL(new RegExp(executionId));
    await expect(page.getByText(`${preview}…`)).toBeVisible();
  }
});
