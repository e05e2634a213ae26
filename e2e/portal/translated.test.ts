import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext } from "playwright/test";
import { firstContractSteps } from "#components/docs/first-contract-steps.ts";
import { pageAudiences } from "#e2e/api/portal-audiences.ts";
import { enter, findAddresses } from "#e2e/portal/addresses.ts";
import type { Viewer } from "#e2e/portal/addresses.ts";
import { inPortal, openCompany, readKey } from "#e2e/portal/company.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import { findPartner } from "#e2e/portal/partners.ts";
import { callApi, expect, test } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { translate } from "#e2e/portal/translation.ts";
import { ControlUser } from "#e2e/portal/use-each-control.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";

// A failure names its page and control, and to trace all takes longer than to use them.
test.use({ trace: "off" });
test.describe.configure({ mode: "parallel" });

type User = Viewer | "handler";

interface Place {
  folder: string;
  address: string;
  viewer: Viewer;
}

const groups: { name: string; users: User[] }[] = [
  { name: "the owner of a partner", users: ["owner"] },
  { name: "support", users: ["support"] },
  { name: "a claim handler, an administrator and nobody", users: ["handler", "administrator", "nobody"] },
];

for (const { name, users } of groups) {
  test(`each control of the pages of ${name} works on a translated page`, async ({ browser, portal }) => {
    test.setTimeout(900_000);
    const { contexts, places } = await prepare(browser, portal, users);
    for (const user of users) {
      const page = await contexts[user].newPage();
      const controls = new ControlUser(page);
      const own = places.filter(({ folder, viewer }) => viewer === user || (user === "handler" && pageAudiences[folder] === "staff"));
      if (user === "owner" || user === "support") await controls.followMenu(own[0]?.address ?? "");
      for (const { folder, address } of own) await test.step(folder, () => controls.usePage(folder, address));
      expect(controls.broken, controls.broken.join(", ")).toEqual([]);
      expect(controls.count).toBeGreaterThan(own.length);
      test.info().annotations.push({ type: user, description: `${controls.count} controls of ${own.length} pages` });
      await page.close();
    }
  });
}

/** People and a partner of their own, since some controls end sessions, shift the clock or change what others see. */
async function prepare(browser: Browser, portal: Portal, users: readonly User[]) {
  const open = () =>
    browser.newContext({ baseURL: portal.url, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
  const contexts: Record<User, BrowserContext> = {
    nobody: await open(),
    owner: await open(),
    administrator: await open(),
    support: await open(),
    handler: await open(),
  };
  const { owner, uid, name } = await openCompany(portal, browser);
  await enter(contexts.owner.request, portal, owner);
  await enter(contexts.administrator.request, portal, portal.administrator);
  await enter(contexts.support.request, portal, portal.support);
  for (const role of ["support", "handler"] as const) {
    if (users.includes(role)) await enterAsNewcomer(portal, contexts, role);
  }
  const page = await contexts.owner.newPage();
  await page.goto("/development");
  const { key } = await readKey(page);
  // Something is delivered, though it does not arrive.
  const settings = { name: "Orders", url: "https://hooks.example.com/orders", enabled: true, eventTypes: ["v2.contract.created" as const] };
  await inPortal(page).webhooks.create.mutate({ environment: "development", settings });
  await page.close();
  const product = await callApi(portal, key, "POST", "/products", { ...firstContractSteps.product.body, uid: randomUUID() });
  expect(product.status).toBe(201);
  const partner = { ...portal.first.partner, name, renters: [uid], developmentKey: key };
  const own = { ...portal, first: { ...portal.first, owner, partner } };
  const addresses = await findAddresses(own, contexts.owner.request, contexts.support.request);
  // Only a partner with contracts has a statement.
  const demo = await findPartner(contexts.support.request, portal, portal.first.partner.name);
  const statement = "(console)/support/statements/[month]/[partnerId]";
  addresses[statement] = ["support", `/support/statements/${monthOf(new Date())}/${demo}`];
  return { contexts, places: Object.entries(addresses).map(([folder, [viewer, address]]): Place => ({ folder, viewer, address })) };
}

async function enterAsNewcomer(portal: Portal, contexts: Record<User, BrowserContext>, role: "support" | "handler"): Promise<void> {
  const [email, password] = [`${randomUUID()}@people.example`, "four unrelated short words"];
  await proceduresOf(contexts.administrator.request, portal.url).console.staff.invite.mutate({ email, name: "Ada Martin", role });
  const token = (await readPasswordLink(portal, email)).replace("/password/", "");
  await proceduresOf(contexts[role].request, portal.url).signIn.choosePassword.mutate({ token, password });
  await enter(contexts[role].request, portal, { email, password, role });
}

test("a translated button changes its word, and a secret comes and goes", async ({ page, portal }) => {
  await enter(page.request, portal, portal.first.owner);
  await page.goto("/development/settings/api-integration");
  await translate(page);
  const main = page.locator("main");
  for (let turn = 0; turn < 2; turn += 1) {
    await main.getByRole("button", { name: "Reveal" }).click();
    await expect(page.getByTestId("secret")).toContainText(/cg_dev_\w{30}/);
    await expect(main.getByRole("button", { name: "Reveal" })).toHaveCount(0);
    await main.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByTestId("secret")).not.toContainText(/cg_dev_\w{30}/);
  }
});
