import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext } from "playwright/test";
import { firstContractSteps } from "#components/docs/guides/steps.ts";
import type { DemoPerson } from "#demo/demo-file.ts";
import { pageAudiences } from "#e2e/api/portal-audiences.ts";
import { findAddresses, pageNames } from "#e2e/portal/addresses.ts";
import type { Viewer } from "#e2e/portal/addresses.ts";
import { inPortal, readKey } from "#e2e/portal/company.ts";
import { enter, makeStaff, openCompany } from "#e2e/portal/database.ts";
import { findPartner } from "#e2e/portal/partners.ts";
import { callApi, expect, readPortal, test as base } from "#e2e/portal/portal.ts";
import { ControlUser } from "#e2e/portal/use-each-control.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";

type User = Viewer | "handler";

interface Users {
  enter(user: User): Promise<ControlUser>;
  addresses: Awaited<ReturnType<typeof findAddresses>>;
}

/** The users of a worker, each with a browser. */
const test = base.extend<object, { users: Users }>({
  users: [
    async ({ browser }, use) => {
      const { contexts, people, addresses } = await prepare(browser);
      const controls = new Map<User, ControlUser>();
      await use({
        addresses,
        async enter(user) {
          const person = people[user];
          // Some controls end sessions.
          if (person !== undefined) await enter(contexts[user], readPortal(), person);
          const own = controls.get(user) ?? new ControlUser(await contexts[user].newPage());
          controls.set(user, own);
          return own;
        },
      });
      for (const context of Object.values(contexts)) await context.close();
    },
    { scope: "worker" },
  ],
});

test.describe.configure({ mode: "parallel" });

for (const name of pageNames) {
  test(`each control of the page ${name} works on a translated page`, async ({ users }) => {
    const [viewer, address] = users.addresses[name] ?? ["nobody", "/none"];
    const isForStaff = pageAudiences[name] === "staff";
    for (const user of isForStaff ? [viewer, "handler" as const] : [viewer]) {
      const controls = await users.enter(user);
      await test.step(user, () => controls.usePage(name, address));
      expect(controls.takeBroken()).toEqual([]);
      expect(controls.count, "those around the pages at least").toBeGreaterThan(0);
    }
  });
}

/** People and a partner of their own, since some controls end sessions, shift the clock or change what others see. */
async function prepare(browser: Browser) {
  const portal = readPortal();
  const open = async (person?: DemoPerson) => {
    const context = await browser.newContext({
      baseURL: portal.url,
      locale: "en-GB",
      timezoneId: "Europe/Paris",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    if (person !== undefined) await enter(context, portal, person);
    return context;
  };
  const { owner, uid, name } = await openCompany();
  const people = { owner, administrator: portal.administrator, support: await makeStaff("support"), handler: await makeStaff("handler") };
  const contexts: Record<User, BrowserContext> = {
    nobody: await open(),
    owner: await open(people.owner),
    administrator: await open(people.administrator),
    support: await open(people.support),
    handler: await open(people.handler),
  };
  const page = await contexts.owner.newPage();
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
  return { contexts, people: people as Partial<Record<User, DemoPerson>>, addresses };
}
