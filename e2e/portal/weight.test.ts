import type { Request } from "playwright/test";
import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { waitUntilIdle } from "#e2e/portal/react.ts";

/** Compressed JavaScript that a first load may bring, in bytes. */
const maxScriptBytes = 250_000;

for (const path of ["/development", "/development/calls", "/docs/reference"]) {
  test(`a first load of ${path} stays within the JavaScript budget for phones`, async ({ page, context, portal }) => {
    await enter(context, portal, portal.first.owner);
    const scripts = new Set<Request>();
    const finished = new Set<Request>();
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.add(request);
    });
    page.on("requestfinished", (request) => finished.add(request));
    await page.goto(path);
    // Scripts loaded after the page has been drawn count too.
    await waitUntilIdle(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => [...scripts].filter((script) => !finished.has(script)).length).toBe(0);
    const sizes = await Promise.all(Array.from(scripts, (script) => script.sizes()));
    const total = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(maxScriptBytes);
  });
}
