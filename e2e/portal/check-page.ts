import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { findViolations } from "#e2e/portal/violations.ts";

export type Theme = "light" | "dark";

export const desk = 1440;
/** The narrowest phones that are about. */
export const phone = 360;
/** The last is a desktop at a zoom of 400 % (WCAG 1.4.10). */
const widths = [desk, 1024, 390, phone, 320];
/** The widths at which a list shows each of its columns. A phone shows lists in two lines a row, and lets other tables scroll. */
const widthsOfColumns = new Set([desk, 1024]);
const widthsOfLargeText = [desk, 1280, 1024, 390];

/**
 * Opens a page once for all that holds for each page: it is there without an error, in its language and theme, accessible, and fits each
 * screen, with text of twice the size, too.
 */
export async function checkPage(
  page: Page,
  address: string,
  { language, width, themes }: { language: string; width: number; themes: readonly Theme[] },
): Promise<void> {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.setViewportSize({ width, height: 900 });
  const response = await page.goto(address);
  expect.soft(response?.status()).toBe(200);
  await expect.soft(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect.soft(page.locator("[data-slot=skeleton]"), "all is there").toHaveCount(0);
  expect.soft((await page.getAttribute("html", "lang"))?.slice(0, 2)).toBe(language.slice(0, 2));
  expect.soft(await page.title(), "the title of the response stays").toBe(await page.evaluate(readTitle, await response?.text()));
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expect.soft(page.locator("html")).toContainClass(theme);
    expect.soft(await findViolations(page), `${theme}, ${width} pixels`).toEqual([]);
  }
  for (const each of widths) await expectFit(page, each, widthsOfColumns.has(each));
  await enlargeText(page);
  for (const each of widthsOfLargeText) await expectFit(page, each, false);
  expect.soft(errors, "errors of the console").toEqual([]);
}

/** Runs in a page: the title of a document, given as text. */
export function readTitle(html = ""): string {
  return new DOMParser().parseFromString(html, "text/html").title.trim();
}

/** Makes letters twice as large, as a browser's settings do: lengths in `rem` follow, and so do breakpoints. */
async function enlargeText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: desk, height: 900 });
  await expect(page.locator("html")).toHaveCSS("font-size", "32px");
  expect(await page.evaluate(() => matchMedia("(min-width: 45rem) and (max-width: 45rem)").matches)).toBe(true);
}

/** Waits, since some parts are drawn anew for another width. */
async function expectFit(page: Page, width: number, hasColumns: boolean): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const findExcess = async () => {
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const cut = hasColumns ? await page.locator("table[role=table]").evaluateAll(namesOfCut) : [];
    return [...(excess > 0 ? [`the page by ${excess}`] : []), ...cut];
  };
  await expect.configure({ soft: true }).poll(findExcess, `what is too wide at ${width} pixels`).toEqual([]);
}

/** The tables that are wider than what shows them. */
function namesOfCut(tables: Element[]): string[] {
  return tables
    .filter(({ parentElement: frame }) => frame !== null && frame.scrollWidth > frame.clientWidth)
    .map((table) => table.getAttribute("aria-label") ?? table.textContent.slice(0, 40));
}
