import { globSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright/test";
import { enter, findAddresses } from "#e2e/portal/addresses.ts";
import type { Viewer } from "#e2e/portal/addresses.ts";
import { callApi, expect, test } from "#e2e/portal/portal.ts";
import { findViolations } from "#e2e/portal/violations.ts";

const app = join(import.meta.dirname, "../../app");

// A failure names its page and look, and to trace some hundred pages takes longer than to look at them.
test.use({ trace: "off" });

interface Look {
  theme: "light" | "dark";
  width: number;
}

const desk = 1440;
/** The narrowest phones that are about. */
const phone = 360;
/** A desktop at a zoom of 400 % (WCAG 1.4.10). */
const zoomed = 320;

const languages = {
  "en-GB": { width: desk, titles: / · Development · Covergate$/ },
  "fr-FR": { width: phone, titles: / · Développement · Covergate$/ },
};

// Two languages at once: they share no page.
test.describe.configure({ mode: "parallel" });

for (const [language, { width, titles }] of Object.entries(languages)) {
  test(`every page is accessible in ${language} at ${width} pixels in one of the themes, fits desktop and phone, and has its own title`, async ({
    browser,
    portal,
  }) => {
    // Some forty pages.
    test.setTimeout(1_200_000);
    const open = () =>
      browser.newContext({
        baseURL: portal.url,
        locale: language,
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
      });
    const contexts: Record<Viewer, BrowserContext> = {
      nobody: await open(),
      owner: await open(),
      administrator: await open(),
      support: await open(),
    };
    await enter(contexts.administrator.request, portal, portal.administrator);
    await enter(contexts.owner.request, portal, portal.first.owner);
    await enter(contexts.support.request, portal, portal.support);
    const addresses = await findAddresses(portal, contexts.owner.request, contexts.support.request);
    const folders = globSync("**/page.tsx", { cwd: app }).map((file) => file.replace(/\/?page\.tsx$/, ""));
    // The answers to addresses that do not exist are no pages of their own.
    const visited = folders.filter((folder) => !/(?:^|\/)none$/.test(folder) && !folder.endsWith("[...path]"));
    const seen = new Set(Object.keys(addresses).map((key) => key.replace(/ .*/, "")));
    expect([...seen].toSorted()).toEqual(visited.toSorted());

    const titled = new Map<string, string>();
    for (const [index, [viewer, address]] of Object.values(addresses).entries()) {
      // The alternation shows each page in both themes, and shared parts in both themes at either width.
      const theme = (index % 2 === 0) === (width === desk) ? "light" : "dark";
      await test.step(address, async () => {
        const page = await contexts[viewer].newPage();
        await visit(page, address, language, { theme, width });
        // One that leads to another page has the title of that.
        if (page.url() === new URL(address, portal.url).href) {
          const title = await page.title();
          expect.soft(titled.get(title), `the other page of the title of ${address}, ${title}`).toBeUndefined();
          titled.set(title, address);
          if (address.startsWith("/development")) expect.soft(title, address).toMatch(titles);
        }
        await page.close();
      });
    }
    for (const context of Object.values(contexts)) await context.close();
  });
}

async function visit(page: Page, address: string, language: string, { theme, width }: Look): Promise<void> {
  const troubles: string[] = [];
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.emulateMedia({ colorScheme: theme });
  const answer = await page.goto(address);
  expect.soft(answer?.status(), address).toBe(200);
  await expect.soft(page.getByRole("heading", { level: 1 }), address).toHaveCount(1);
  await expect.soft(page.locator("[data-slot=skeleton]"), `${address}: all is there`).toHaveCount(0);
  expect.soft((await page.getAttribute("html", "lang"))?.slice(0, 2), address).toBe(language.slice(0, 2));
  const name = `${address}, ${theme}, ${width} pixels`;
  await expect.soft(page.locator("html"), name).toContainClass(theme);
  expect.soft(await findViolations(page), name).toEqual([]);
  for (const either of [desk, phone, zoomed]) {
    await page.setViewportSize({ width: either, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(overflow, `${address} scrolls sideways at ${either} pixels`).toBeLessThanOrEqual(0);
  }
  expect.soft(troubles, address).toEqual([]);
}

test("the main paths work with the keyboard alone", async ({ page, portal }) => {
  // Calls can be filtered once there are any.
  await callApi(portal, portal.first.partner.developmentKey, "GET", "/renters");
  await page.goto("/sign-in");
  await tabTo(page, "textbox", "E-mail address");
  await page.keyboard.type(portal.first.owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(portal.first.owner.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/development");

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Calls", true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
  await tabTo(page, "button", "Method");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Method" })).toBeFocused();

  await page.goto("/development/webhooks/new");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("By keyboard");
  await tabTo(page, "textbox", "Callback URL");
  await page.keyboard.type("https://hooks.example.com/covergate");
  await tabTo(page, "checkbox", "Contracts");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Create webhook");
  await page.keyboard.press("Enter");
  const secret = page.getByRole("alertdialog");
  await expect(secret).toBeVisible();
  await tabTo(page, "button", "Done", false, secret);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "By keyboard" })).toBeVisible();
  await tabTo(page, "button", "Delete");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await tabTo(page, "button", "Delete", false, dialog);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});

/** Presses Tab until what is named has the focus; fails where it cannot be reached. */
async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "checkbox",
  name: string | RegExp,
  isBackwards = false,
  within: Page | ReturnType<Page["getByRole"]> = page,
): Promise<void> {
  const wanted = within.getByRole(role, { name, exact: true }).first();
  const most = 120;
  for (let presses = 0; presses < most; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(isBackwards ? "Shift+Tab" : "Tab");
  }
  throw new Error(`${role} ${String(name)} is not reached by Tab`);
}
