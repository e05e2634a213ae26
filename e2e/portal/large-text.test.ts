import type { Browser, Page } from "playwright/test";
import { enter, findAddresses } from "#e2e/portal/addresses.ts";
import { expect, test as base } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";

// To trace all pages takes longer than to look at them.
base.use({ trace: "off" });

/** A browser whose user has set letters twice as large: what the pages measure in `rem` follows, and so do their breakpoints. */
const test = base.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"] }),
    { scope: "worker" },
  ],
});

test("no page scrolls sideways on a desktop or a phone where letters are twice as large", async ({ browser, portal }) => {
  const wide: string[] = [];
  await visitAll(browser, portal, async (page, folder) => {
    await expect(page.locator("html")).toHaveCSS("font-size", "32px");
    for (const width of [1440, 1280, 1024, 390]) wide.push(...(await findExcess(page, folder, width)));
  });
  expect(wide).toEqual([]);
});

base(
  "no page scrolls sideways, and no column of a list is out of sight, on a desktop, a tablet or a phone",
  async ({ browser, portal }) => {
    const wide: string[] = [];
    await visitAll(browser, portal, async (page, folder) => {
      for (const width of [1440, 1024, 390]) {
        wide.push(...(await findExcess(page, folder, width)));
        // A phone shows lists in two lines a row, and lets other tables scroll.
        const cut = width === 390 ? [] : await page.locator("table[role=table]").evaluateAll(namesOfCut);
        for (const name of cut) wide.push(`${folder} at ${width} pixels cuts ${name}`);
      }
    });
    expect(wide).toEqual([]);
  },
);

/** Opens every page of the portal and the console, once it has loaded. */
async function visitAll(browser: Browser, portal: Portal, look: (page: Page, folder: string) => Promise<void>): Promise<void> {
  base.setTimeout(1_200_000);
  const open = () => browser.newContext({ baseURL: portal.url, reducedMotion: "reduce" });
  const [nobody, owner, administrator, support] = await Promise.all([open(), open(), open(), open()]);
  await enter(owner.request, portal, portal.first.owner);
  await enter(administrator.request, portal, portal.administrator);
  await enter(support.request, portal, portal.support);
  const contexts = { nobody, owner, administrator, support };
  const addresses = await findAddresses(portal, owner.request, support.request);
  await Promise.all(
    Object.entries(contexts).map(async ([viewer, context]) => {
      const page = await context.newPage();
      for (const [folder, [who, address]] of Object.entries(addresses)) {
        if (who !== viewer) continue;
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
        await expect(page.locator("[data-slot=skeleton]")).toHaveCount(0);
        await look(page, folder);
      }
    }),
  );
}

async function findExcess(page: Page, folder: string, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return excess > 0 ? [`${folder} at ${width} pixels by ${excess}`] : [];
}

/** The tables that are wider than what shows them. */
function namesOfCut(tables: Element[]): string[] {
  return tables
    .filter(({ parentElement: frame }) => frame !== null && frame.scrollWidth > frame.clientWidth)
    .map((table) => table.getAttribute("aria-label") ?? table.textContent.slice(0, 40));
}
