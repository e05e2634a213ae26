import type { Page } from "playwright/test";
import { enter } from "#e2e/portal/addresses.ts";
import { expect, test } from "#e2e/portal/portal.ts";

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
