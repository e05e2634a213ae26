import type { Request } from "playwright/test";
import { enter } from "#e2e/portal/addresses.ts";
import { expect, test } from "#e2e/portal/portal.ts";

/** Compressed JavaScript that a first load may bring, in bytes. */
const maxScriptBytes = 250_000;

for (const path of ["/development", "/development/calls", "/docs/reference"]) {
  test(`a first load of ${path} stays within the JavaScript budget for phones`, async ({ page, context, portal }) => {
    await enter(context.request, portal, portal.first.owner);
    const scripts: Request[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") scripts.push(request);
    });
    await page.goto(path);
    // Scripts loaded after the page has been drawn count too.
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    const total = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(maxScriptBytes);
  });
}
