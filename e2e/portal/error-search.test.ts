import { expect, test } from "#e2e/portal/portal.ts";

test("the browser searches the errors, and the address keeps the search", async ({ page, browser, portal }) => {
  await page.goto("/docs/errors?search=9002");
  const found = page.getByRole("main").getByRole("status");
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(found).toHaveText("1 error");
  await expect(titles).toHaveText(["INVALID_API_KEY"]);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["All requests"]);

  await page.getByRole("searchbox", { name: "Search" }).fill("SIREN  missing");
  await expect(titles).toHaveText(["SIREN_MISSING"]);
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("SIREN  missing");
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.getByLabel("Resource").selectOption("Features and limits");
  await expect(titles).toHaveText(["OPEN_CONTRACTS_LIMIT"]);
  await page.reload();
  await expect(titles).toHaveText(["OPEN_CONTRACTS_LIMIT"]);

  await page.getByRole("searchbox", { name: "Search" }).fill("9002");
  await expect(found).toHaveText("No errors");
  await expect(page.getByText("No matching errors")).toBeVisible();

  const french = await browser.newPage({ baseURL: portal.url, locale: "fr-FR" });
  for (const [search, names] of [
    ["étalez les appels", ["RATE_LIMITED"]],
    ["too many requests", ["RATE_LIMITED"]],
  ] as const) {
    await french.goto(`/docs/errors?search=${encodeURIComponent(search)}`);
    await expect(french.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(names);
  }
  await french.close();
});
