import { randomUUID } from "node:crypto";
import { insertClaims } from "#e2e/portal/claims.ts";
import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";

// West of Paris, a day of the insurer begins on the day before.
test.use({ timezoneId: "America/New_York" });

test("the day on which a price list takes effect is the same for everybody", async ({ page, portal }) => {
  const name = `days-${randomUUID()}`;
  await enter(page.context(), portal, portal.support);
  const { prices } = proceduresOf(page.request, portal.url).console;
  const [version] = (await prices.list.query()).versions;
  const list = await prices.export.query({ tariffId: version?.id ?? "", format: "json", language: "en" });
  const file = JSON.stringify({ ...(JSON.parse(list) as object), name, version: "2098" });
  const { id: proposalId } = await prices.propose.mutate({ file, day: "2098-03-01", reason: "A list of its own" });
  await page.goto(`/support/prices/${proposalId}`);
  await expect(page.getByRole("main")).toContainText("Takes effect1 Mar 2098");
  await enter(page.context(), portal, portal.secondSupport);
  await prices.approve.mutate({ proposalId });
  await page.goto("/support/prices");
  const rows = page.getByRole("row").filter({ hasText: name });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await expect(row).toContainText("1 Mar 2098");
});

test("the bank day of a payment is the same for everybody", async ({ page, portal }) => {
  const { name } = portal.first.partner;
  const settlements = [sampleRefund({ paymentState: "paid", paymentAt: new Date("2026-01-07T23:00:00.000Z") })];
  const closed = { status: "closed", stage: "closed_paid" } as const;
  const [claim] = await insertClaims([{ partner: name, environment: "production", ...closed, settlements }]);
  await enter(page.context(), portal, portal.handler);
  await page.goto(`/support/claims/${claim?.id}`);
  await expect(page.getByText("Paid 8 Jan 2026")).toBeVisible();
  await enter(page.context(), portal, portal.first.owner);
  await page.goto(`/production/claims/${claim?.id}`);
  await expect(page.getByRole("main")).toContainText("8 Jan 2026");
});
