import type { Page } from "playwright/test";
import { waitForReact } from "#e2e/portal/react.ts";

declare global {
  interface Window {
    /** Lists texts of a translated page that are still shown, though React has changed or removed them. */
    findStaleTexts?: () => string[];
  }
}

/** Translates the page as browsers do, by capitals: each text is replaced by a `<font>`, and so is each text that comes later. */
function translateTexts(): void {
  const fontElement = () => document.createElementNS("http://www.w3.org/1999/xhtml", "font");
  const untranslated = "script, style, textarea, font, [translate=no]";
  const originals = new Map<Element, Text>();
  function replace(text: Text): void {
    if (text.data.trim() === "" || text.parentElement === null || text.parentElement.closest(untranslated) !== null) return;
    const [outer, inner] = [fontElement(), fontElement()];
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.replaceWith(outer);
    originals.set(outer, text);
  }
  function replaceAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    for (const text of new Set(texts)) replace(text);
  }
  /** React cuts the fiber of a text from its parent when it removes the text. */
  function isRemoved(text: Text): boolean {
    const [, fiber] = Object.entries(text).find(([key]) => key.startsWith("__reactFiber")) ?? [];
    return fiber !== undefined && (fiber as { return: unknown }).return === null;
  }
  replaceAll(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes, type, target } of records) {
      for (const node of type === "characterData" ? [target] : addedNodes) replaceAll(node);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  window.findStaleTexts = () =>
    [...originals]
      .filter(([font, text]) => font.isConnected && (isRemoved(text) || font.textContent !== text.data.toUpperCase()))
      .map(([font]) => font.textContent);
}

/** Translates the page, once React has taken over all of it. */
export async function translate(page: Page): Promise<void> {
  await waitForReact(page);
  await page.evaluate(translateTexts);
}
