import { enter, findAddresses } from "#e2e/portal/addresses.ts";
import { expect, test } from "#e2e/portal/portal.ts";

// To trace all pages takes longer than to look at them.
test.use({ trace: "off" });

test("no page scrolls sideways where letters are twice as large", async ({ browser, portal }) => {
  test.setTimeout(1_200_000);
  const open = () => browser.newContext({ baseURL: portal.url, viewport: { width: 1280, height: 800 } });
  const [nobody, owner, support] = await Promise.all([open(), open(), open()]);
  await enter(owner.request, portal, portal.first.owner);
  await enter(support.request, portal, portal.support);
  const contexts = { nobody, owner, support };
  const addresses = await findAddresses(portal, owner.request, support.request);
  const wide: string[] = [];
  await Promise.all(
    Object.entries(contexts).map(async ([viewer, context]) => {
      const page = await context.newPage();
      for (const [folder, [who, address]] of Object.entries(addresses)) {
        if (who !== viewer) continue;
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expect(page.locator("[data-slot=skeleton]")).toHaveCount(0);
        // As for somebody who has set another size of letters.
        const excess = await page.evaluate(() => {
          document.documentElement.style.setProperty("font-size", "200%");
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        });
        if (excess > 0) wide.push(`${folder} by ${excess}`);
      }
    }),
  );
  expect(wide).toEqual([]);
});
