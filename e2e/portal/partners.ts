import type { APIRequestContext, Page } from "playwright/test";
import { expect } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";

// The list of all partners begins with those that other tests have made, so one is searched for.

/** The id of a partner by its name, asked for as support. */
export async function findPartner(asSupport: APIRequestContext, { url }: Pick<Portal, "url">, name: string): Promise<string> {
  const { rows } = await proceduresOf(asSupport, url).console.partners.list.query({ search: name });
  const found = rows.find((partner) => partner.name === name);
  if (found === undefined) throw new Error(`There is no partner ${name}.`);
  return found.id;
}

/** Opens the page of a partner by its name, as support does. */
export async function openPartner(page: Page, name: string): Promise<void> {
  await page.goto(`/support/partners?${new URLSearchParams({ search: name })}`);
  await page.getByRole("table").getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Covergate`);
}
