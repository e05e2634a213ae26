import type { BrowserContext } from "playwright/test";
import { findAddresses, pageNames } from "#e2e/portal/addresses.ts";
import type { Viewer } from "#e2e/portal/addresses.ts";
import { checkPage, desk, phone, readTitle } from "#e2e/portal/check-page.ts";
import { enter } from "#e2e/portal/database.ts";
import { expect, readPortal, test as base } from "#e2e/portal/portal.ts";

const looks = {
  "en-GB": { width: desk, titles: / · Development · Covergate$/ },
  "fr-FR": { width: phone, titles: / · Développement · Covergate$/ },
};

interface Visitors {
  contexts: Record<Viewer, BrowserContext>;
  addresses: Awaited<ReturnType<typeof findAddresses>>;
}

/** The browsers of a worker's visitors, and the pages that they visit. */
const test = base.extend<object, { visitors: Record<keyof typeof looks, Visitors> }>({
  visitors: [
    async ({ browser }, use) => {
      const portal = readPortal();
      const open = async (locale: string, viewer: Viewer) => {
        const context = await browser.newContext({ baseURL: portal.url, locale, timezoneId: "Europe/Paris", reducedMotion: "reduce" });
        if (viewer !== "nobody") await enter(context, portal, viewer === "owner" ? portal.first.owner : portal[viewer]);
        return context;
      };
      const openAll = async (locale: string) => ({
        nobody: await open(locale, "nobody"),
        owner: await open(locale, "owner"),
        administrator: await open(locale, "administrator"),
        support: await open(locale, "support"),
      });
      const [english, french] = [await openAll("en-GB"), await openAll("fr-FR")];
      const addresses = await findAddresses(portal, english.owner.request, english.support.request);
      await use({ "en-GB": { contexts: english, addresses }, "fr-FR": { contexts: french, addresses } });
      for (const context of [english, french].flatMap((contexts) => Object.values(contexts))) await context.close();
    },
    { scope: "worker" },
  ],
});

test.describe.configure({ mode: "parallel" });

for (const [language, { width, titles }] of Object.entries(looks)) {
  for (const [index, name] of pageNames.entries()) {
    // The alternation shows each page in both themes, and shared parts in both themes at either width.
    const theme = (index % 2 === 0) === (width === desk) ? "light" : "dark";
    test(`the page ${name} is accessible in ${language} in the ${theme} theme, and fits each screen`, async ({ visitors }) => {
      const { contexts, addresses } = visitors[language as keyof typeof looks];
      const [viewer, address] = addresses[name] ?? ["nobody", "/none"];
      const page = await contexts[viewer].newPage();
      await checkPage(page, address, { language, width, themes: [theme] });
      await page.close();
    });
  }

  test(`every page has a title of its own in ${language}`, async ({ page, visitors }) => {
    const { contexts, addresses } = visitors[language as keyof typeof looks];
    expect(Object.keys(addresses).toSorted()).toEqual(pageNames);
    const titled = new Map<string, string>();
    for (const [viewer, address] of Object.values(addresses)) {
      const response = await contexts[viewer].request.get(address, { maxRedirects: 0, headers: { "accept-language": language } });
      // One that leads to another page has the title of that.
      if (response.status() !== 200) continue;
      const title = await page.evaluate(readTitle, await response.text());
      expect(title, address).not.toBe("");
      expect.soft(titled.get(title), `the other page of the title of ${address}, ${title}`).toBeUndefined();
      titled.set(title, address);
      if (address.startsWith("/development")) expect.soft(title, address).toMatch(titles);
    }
  });
}
