import type { Page } from "playwright/test";
import { enter, findAddresses } from "#e2e/portal/addresses.ts";
import { expect, test } from "#e2e/portal/portal.ts";

// To trace all pages takes longer than to use them.
test.use({ trace: "off" });

/** Translates the page as browsers do, by capitals: each text is replaced by a `<font>`, and so is each text that comes later. */
function translateTexts(): void {
  const fontElement = () => document.createElementNS("http://www.w3.org/1999/xhtml", "font");
  const untranslated = "script, style, textarea, font, [translate=no]";
  function replace(text: Text): void {
    if (text.data.trim() === "" || text.parentElement === null || text.parentElement.closest(untranslated) !== null) return;
    const [outer, inner] = [fontElement(), fontElement()];
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.replaceWith(outer);
  }
  function replaceAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    for (const text of new Set(texts)) replace(text);
  }
  replaceAll(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes, type, target } of records) {
      for (const node of type === "characterData" ? [target] : addedNodes) replaceAll(node);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

async function openTranslated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("[data-slot=skeleton]")).toHaveCount(0);
  await page.evaluate(translateTexts);
}

test("on a translated page each control works, and no text is left behind", async ({ browser, portal }) => {
  test.setTimeout(1_200_000);
  const open = () => browser.newContext({ baseURL: portal.url, reducedMotion: "reduce" });
  const contexts = { nobody: await open(), owner: await open(), administrator: await open(), support: await open() };
  await enter(contexts.owner.request, portal, portal.first.owner);
  await enter(contexts.administrator.request, portal, portal.administrator);
  await enter(contexts.support.request, portal, portal.support);
  const addresses = await findAddresses(portal, contexts.owner.request, contexts.support.request);
  const broken: string[] = [];
  await Promise.all(
    Object.entries(contexts).map(async ([viewer, context]) => {
      const page = await context.newPage();
      let at = "";
      page.on("pageerror", (error) => broken.push(`${at}: ${error.message}`));
      for (const [folder, [who, address]] of Object.entries(addresses)) {
        if (who !== viewer) continue;
        at = folder;
        await openTranslated(page, address);
        const opened = page.url();
        // Not those that send a form, nor those behind which another page is.
        const controls = page.locator("main :is(button:not([type=submit]), summary):visible");
        for (let place = 0; place < (await controls.count()) && place < 25; place += 1) {
          const control = controls.nth(place);
          at = `${folder}, ${(await control.innerText()).trim()}`;
          if (!(await control.isEnabled())) continue;
          await control.click();
          await page.keyboard.press("Escape");
          if (await page.getByRole("heading", { name: "Something went wrong" }).isVisible()) broken.push(`${at}: the page is gone`);
          if (page.url().split(/[?#]/)[0] !== opened.split(/[?#]/)[0]) await openTranslated(page, address);
        }
      }
    }),
  );
  expect(broken).toEqual([]);
});

test("a translated button changes its word, and a secret comes and goes", async ({ page, portal }) => {
  await enter(page.request, portal, portal.first.owner);
  await openTranslated(page, "/development/settings/api-integration");
  const main = page.locator("main");
  for (let turn = 0; turn < 2; turn += 1) {
    await main.getByRole("button", { name: "Reveal" }).click();
    await expect(page.getByTestId("secret")).toContainText(/cg_dev_\w{30}/);
    await expect(main.getByRole("button", { name: "Reveal" })).toHaveCount(0);
    await main.getByRole("button", { name: "Hide" }).click();
    await expect(page.getByTestId("secret")).not.toContainText(/cg_dev_\w{30}/);
  }
});
