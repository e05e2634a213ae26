import { expect, test as base } from "playwright/test";
import type { LaunchOptions, Locator, Page } from "playwright/test";
import type { DemoPartner, DemoPerson } from "#demo/demo-file.ts";
import { waitForReact } from "#e2e/portal/react.ts";
import type { UnderTest } from "#e2e/setup/portal.ts";
import { readPassedSettings, readTestSettings } from "#scripts/settings.ts";

export { expect } from "playwright/test";

interface Company {
  partner: DemoPartner;
  owner: DemoPerson;
  member: DemoPerson;
}

export interface Portal {
  url: string;
  /** The first demo partner, to which tests add; what it has stays as it is. */
  first: Company;
  /** The second, whose keys, limits and people tests change. */
  second: Company;
  administrator: DemoPerson;
  support: DemoPerson;
  /** Approves what the first of support has proposed. */
  secondSupport: DemoPerson;
  handler: DemoPerson;
  mailDirectory: string;
  /** The ports on which each file of tests receives deliveries: the portal may send to them over http. */
  receiverPorts: UnderTest["receiverPorts"];
}

export function readPortal(): Portal {
  const { demo, receiverPorts, mailDirectory } = readPassedSettings() as UnderTest;
  const { url, partners, staff } = demo;
  const [first, second] = partners.map(readCompany);
  if (first === undefined || second === undefined) throw new Error("The demo data of the portal under test has no two partners.");
  const people = {
    administrator: findRole(staff, "administrator"),
    support: findRole(staff, "support"),
    secondSupport: findRole(staff.toReversed(), "support"),
    handler: findRole(staff, "handler"),
  };
  return { url, first, second, ...people, receiverPorts, mailDirectory };
}

function readCompany(partner: DemoPartner): Company {
  return { partner, owner: findRole(partner.users, "owner"), member: findRole(partner.users, "member") };
}

function findRole(people: readonly DemoPerson[], role: string): DemoPerson {
  const person = people.find((one) => one.role === role);
  if (person === undefined) throw new Error(`The demo data of the portal under test has no ${role}.`);
  return person;
}

/** A browser test of the portal: addresses begin where it is served. */
export const test = base.extend<{ portal: Portal }>({
  // Playwright reads from the names which fixtures are needed, so one has to be named.
  portal: async ({ browserName: _browserName }, use) => use(readPortal()),
  baseURL: async ({ portal }, use) => use(portal.url),
});

/** A browser test whose pages show PDFs, which a headless shell does not. */
export const testWithPdfs = test.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: readTestSettings().CHROMIUM_PATH ?? "" }),
    { scope: "worker" },
  ],
});

/** Signs somebody in by hand, in English. */
export async function signIn(page: Page, { email, password }: DemoPerson): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** Opens the palette by its keys. */
export async function openPalette(page: Page): Promise<Locator> {
  const palette = page.getByRole("dialog", { name: "Search" });
  await waitForReact(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeVisible();
  return palette;
}

/** A contract of a day for a bike, as an integrator's first. */
export function firstContract({ renters: [uid] }: Pick<DemoPartner, "renters">): object {
  return {
    uid,
    contract_type: "LCD",
    end_date: new Date(Date.now() + 86_400_000).toISOString(),
    options: ["break", "theft"],
    products: [
      {
        product_type: "bike",
        product_subtype: "electric",
        value_excl: 2400,
        brand: "Moustache",
        model: "Lundi 27",
        data: { product_marked: "FR-1", user_name: "Ada Martin" },
      },
    ],
  };
}

/** An API call as a partner's system makes it. */
export async function callApi(portal: Pick<Portal, "url">, key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${portal.url}/v2${path}`, {
    method,
    headers: { key, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { execution_id: string; contract?: { cid: string }; error?: { code: number } };
  return { status: response.status, executionId: answer.execution_id, cid: answer.contract?.cid ?? "", code: answer.error?.code };
}
