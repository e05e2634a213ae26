import { readKey } from "#e2e/portal/company.ts";
import { enter, openCompany, openDatabase } from "#e2e/portal/database.ts";
import { callApi, expect, test } from "#e2e/portal/portal.ts";
import { startReceiver } from "#e2e/portal/receiver.ts";

test("an owner adds the usual alerts with a click, tests one for a URL, and is led from what arrives there to the cause", async ({
  page,
  portal,
}) => {
  const { owner, partnerId } = await openCompany();
  const receiver = await startReceiver(portal.receiverPorts.alerts, "ok");
  const texts = () => receiver.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  await enter(page.context(), portal, owner);
  const { key } = await readKey(page);
  await page.goto("/development");
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  await menu.getByRole("link", { name: "Settings", exact: true }).click();
  await menu.getByRole("link", { name: "Alerts", exact: true }).click();
  const table = page.getByRole("table", { name: "Alerts" });
  const row = table.getByRole("row").filter({ hasText: `http://localhost:${portal.receiverPorts.alerts}/•••` });

  await test.step("the empty page offers the usual alerts", async () => {
    await page.getByRole("button", { name: "Add the usual alerts" }).click();
    await expect(table.getByRole("button", { name: "Send test" })).toHaveCount(4);
    await expect(table.getByRole("row").filter({ hasText: "Webhook failing" })).toContainText("All clear");
  });

  await test.step("the form says what is missing, and shows the URL never again", async () => {
    await page.getByRole("button", { name: "New alert" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Errors", { exact: true }).fill("0");
    await dialog.getByRole("radio", { name: /^URL/ }).check();
    await dialog.getByRole("button", { name: "Create alert" }).click();
    await expect(dialog.getByText("Enter a whole number from 1 to 100.")).toBeVisible();
    await dialog.getByLabel("Errors", { exact: true }).fill("50");
    await dialog.getByRole("button", { name: "Create alert" }).click();
    await expect(dialog.getByText("Required.")).toBeVisible();
    await dialog
      .getByLabel("URL", { exact: true })
      .and(dialog.getByRole("textbox"))
      .fill(`http://localhost:${portal.receiverPorts.alerts}/services/s3cret`);
    await dialog.getByRole("button", { name: "Create alert" }).click();
    await page.getByRole("alertdialog", { name: "Copy the signing secret" }).getByRole("button", { name: "Done" }).click();
    await expect(row).toContainText("50% or more of your calls return errors. Judged from 10 calls on");
    await page.reload();
    await expect(row).toBeVisible();
    expect(await page.content()).not.toContain("s3cret");
  });

  await test.step("a test arrives, and one that does not says why", async () => {
    await row.getByRole("button", { name: "Send test" }).click();
    // It is said for some seconds only.
    await expect(page.getByText("The test was sent.")).toBeVisible();
    expect(texts()).toEqual([expect.stringContaining("This is a test of the alert “Error rate of calls”")]);
    receiver.answerWith(503);
    await row.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText("The test did not arrive: The receiver answered 503.")).toBeVisible();
    await expect(row.getByText("Not arriving", { exact: true })).toBeVisible();
    receiver.answerWith(200);
    await row.getByRole("button", { name: "Send test" }).click();
    await expect(row.getByText("Too few calls")).toBeVisible();
  });

  await test.step("a real alert arrives once, with a link to the refused calls", async () => {
    const before = texts().length;
    for (let made = 0; made < 12; made += 1) await callApi(portal, key, "GET", "/contracts/01J0000000000000000000NONE");
    // An alert is looked for every 45 seconds: now this one is due.
    const sql = await openDatabase();
    // An evaluation that came before the calls were counted is followed by another one.
    const evaluate = async () => {
      await sql`update alert_rules set check_at = now() where world_id in (select id from worlds where partner_id = ${partnerId})`;
      return texts().length;
    };
    await expect.poll(evaluate).toBe(before + 1);
    const [subject = "", sentence = "", link = ""] = (texts().at(-1) ?? "").split("\n");
    expect(subject).toBe("*Error rate of calls (Development)*");
    // It may be looked for while they are made; ten calls are enough.
    expect(sentence).toMatch(/^100% of your calls were refused \((1[0-2]) of \1\), since /);
    await expect(row.getByText("Alerting", { exact: true })).toBeVisible();
    const found = page.getByRole("listitem").filter({ hasText: "100% of your calls were refused" });
    await expect(found.filter({ hasText: "Sent" }).first()).toBeVisible();
    await page.goto(new URL(link).pathname + new URL(link).search);
    await expect(page.getByRole("table").getByRole("link", { name: /\/contracts\// })).toHaveCount(12);
  });

  await test.step("an alert can be disabled and deleted", async () => {
    await page.goto("/development/alerts");
    await row.getByRole("button", { name: "Disable" }).click();
    await expect(row.getByText("Disabled", { exact: true })).toBeVisible();
    await row.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(row).toHaveCount(0);
    await page.goto("/development/activity");
    for (const done of ["Alert created", "Test alert sent", "Alert disabled", "Alert deleted"]) {
      await expect(page.getByRole("row").filter({ hasText: done }).first()).toBeVisible();
    }
    await expect(page.getByRole("row").filter({ hasText: "Alert disabled" })).toContainText("Enabled: Yes → No");
  });
  await receiver.close();
});
