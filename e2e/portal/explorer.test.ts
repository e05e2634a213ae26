import { readKey } from "#e2e/portal/company.ts";
import { enter, openCompany } from "#e2e/portal/database.ts";
import { callApi, expect, test } from "#e2e/portal/portal.ts";

test.beforeEach(async ({ context, portal }) => enter(context, portal, portal.first.owner));

test("a drag across the bars, and Enter on one, narrow the list to their time, and Back widens it again", async ({ page, portal }) => {
  const { executionId } = await callApi(portal, portal.first.partner.developmentKey, "GET", "/contracts/01J0000000000000000000NONE");
  await page.goto("/development/calls");
  const chart = page.getByRole("figure", { name: "Calls over time" });
  await page.getByRole("button", { name: "Show chart" }).click();
  const bars = chart.getByRole("slider");
  const box = await bars.boundingBox();
  if (box === null) throw new Error("the chart is not there");
  await page.mouse.move(box.x + 1, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=.*to=/);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: executionId })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
  await bars.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await expect(bars).toHaveAttribute("aria-valuetext", /Refused [1-9]/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=.*to=/);
});

test("arrow keys show calls beside the list, Escape closes what is shown, and Enter opens its page", async ({ page, context, portal }) => {
  const { owner } = await openCompany();
  await enter(context, portal, owner);
  await page.goto("/development/calls");
  const { key } = await readKey(page);
  const older = await callApi(portal, key, "GET", "/contracts/01J0000000000000000000NONE");
  await callApi(portal, key, "GET", "/renters");
  const links = page.getByRole("table").locator("a[data-row-link]");
  // A call is in the list a moment after its answer, and one that comes while a row has the focus waits above.
  await expect(links).toHaveCount(2);
  await links.first().focus();
  await page.keyboard.press("ArrowDown");
  const preview = page.getByRole("region", { name: "Call" });
  await expect(preview.getByText("/v2/renters").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(preview.getByText("the contract does not exist").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  // A click anywhere in a row previews it, on its time too, and the address says which.
  await page.getByRole("row").nth(1).locator("time").click();
  await expect(preview.getByText("/v2/renters").first()).toBeVisible();
  await expect(page).toHaveURL(/[?&]shown=exec_/);
  await page.getByRole("row").nth(2).locator("time").click();
  await expect(preview.getByText("the contract does not exist").first()).toBeVisible();
  await expect(preview.getByRole("link", { name: "CONTRACT_NOT_FOUND in the documentation" })).toHaveAttribute(
    "href",
    "/docs/errors#CONTRACT_NOT_FOUND",
  );
  const pageOfCall = new RegExp(`/calls/${older.executionId}`);
  await expect(preview.getByRole("link", { name: "Open its page" })).toHaveAttribute("href", pageOfCall);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pageOfCall);
});

test("new calls wait above a paused list without moving it, and choices say how many calls they have", async ({
  page,
  context,
  portal,
}) => {
  const { owner } = await openCompany();
  await enter(context, portal, owner);
  await page.goto("/development/calls");
  const { key } = await readKey(page);
  const seen = await callApi(portal, key, "GET", "/contracts/01J0000000000000000000NONE");
  const rows = page.getByRole("table").getByRole("row");
  const rowOf = ({ executionId }: { executionId: string }) => rows.filter({ hasText: executionId });
  await expect(rowOf(seen)).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  const place = await rowOf(seen).boundingBox();
  const missed = await callApi(portal, key, "GET", "/contracts/01J0000000000000000000NONF");
  const waiting = page.getByRole("button", { name: "1 new call", exact: true });
  await expect(waiting).toBeVisible();
  await expect(rowOf(missed)).toHaveCount(0);
  expect(await rowOf(seen).boundingBox(), "nothing moves under the pointer").toEqual(place);
  await waiting.click();
  await expect(rowOf(missed)).toBeVisible();
  await page.getByRole("button", { name: "Error code" }).click();
  await expect(page.getByRole("option", { name: /^1051 .*\d$/ })).toBeVisible();
});

test("the chart above a list opens on demand, and stays as somebody left it", async ({ page }) => {
  await page.goto("/development/calls");
  const charts = page.getByRole("figure", { name: / over time$/ });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(charts).toHaveCount(0);
  await page.getByRole("button", { name: "Show chart" }).click();
  await expect(charts).toBeVisible();
  await page.goto("/development/events");
  await expect(charts).toBeVisible();
  await page.getByRole("button", { name: "Hide chart" }).click();
  await page.goto("/development/calls");
  await expect(page.getByRole("button", { name: "Show chart" })).toBeVisible();
  await expect(charts).toHaveCount(0);
});
