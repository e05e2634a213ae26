import { enter, findAddresses } from "#e2e/portal/addresses.ts";
import { expect, test as base } from "#e2e/portal/portal.ts";

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
  test.setTimeout(1_200_000);
  const open = () => browser.newContext({ baseURL: portal.url, reducedMotion: "reduce" });
  const [nobody, owner, administrator, support] = await Promise.all([open(), open(), open(), open()]);
  await enter(owner.request, portal, portal.first.owner);
  await enter(administrator.request, portal, portal.administrator);
  await enter(support.request, portal, portal.support);
  const contexts = { nobody, owner, administrator, support };
  const addresses = await findAddresses(portal, owner.request, support.request);
  const wide: string[] = [];
  await Promise.all(
    Object.entries(contexts).map(async ([viewer, context]) => {
      const page = await context.newPage();
      for (const [folder, [who, address]] of Object.entries(addresses)) {
        if (who !== viewer) continue;
        await page.goto(address);
        await expect(page.locator("html")).toHaveCSS("font-size", "32px");
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
        await expect(page.locator("[data-slot=skeleton]")).toHaveCount(0);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 800 });
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          if (excess > 0) wide.push(`${folder} at ${width} pixels by ${excess}`);
        }
      }
    }),
  );
  expect(wide).toEqual([]);
});
