import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright/test";
import type { DemoPerson } from "#demo/demo-file.ts";
import { enter } from "#e2e/portal/addresses.ts";
import { readPasswordLink } from "#e2e/portal/mailbox.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";

interface Settings {
  features: Feature[];
  requestsPerMinute: number;
  openContractsLimit: number | null;
}

/**
 * A partner of its own with one renter, which nobody else's test calls, empties or moves in time. The renter is attached to Development,
 * or only opened for the partner to attach.
 */
export async function openCompany(
  portal: Portal,
  browser: Browser,
  changes: Partial<Settings> = {},
  { isAttached = true } = {},
): Promise<{ owner: DemoPerson; uid: string; partnerId: string; name: string }> {
  const asSupport = (await browser.newContext()).request;
  await enter(asSupport, portal, portal.support);
  const procedures = proceduresOf(asSupport, portal.url);
  const [uid, email, password] = [`renter-${randomUUID()}`, `${randomUUID()}@people.example`, "four unrelated short words"];
  const name = `Essai ${randomUUID()}`;
  const settings: Settings = { features: [], requestsPerMinute: 6000, openContractsLimit: null, ...changes };
  const { id } = await procedures.console.partners.create.mutate({ name, ...settings });
  await procedures.console.renters.register.mutate({ uid, company: sampleCompany, partnerIds: [id] });
  if (isAttached) await procedures.console.renters.attach.mutate({ partnerId: id, environment: "development", uid });
  await procedures.console.users.invite.mutate({ partnerId: id, email, name: "Ada Martin", role: "owner" });
  const token = (await readPasswordLink(portal, email)).replace("/password/", "");
  await procedures.signIn.choosePassword.mutate({ token, password });
  return { owner: { email, password, role: "owner" }, uid, partnerId: id, name };
}

/** The procedures as the signed-in user of the page calls them. */
export function inPortal(page: Page): ReturnType<typeof proceduresOf> {
  return proceduresOf(page.request, new URL(page.url()).origin);
}

/** The Development key of the owner who is signed in on the page. */
export async function readKey(page: Page): Promise<{ preview: string; key: string }> {
  const [own] = await inPortal(page).keys.list.query({ environment: "development" });
  const { text } = await inPortal(page).keys.reveal.mutate({ environment: "development", keyId: own?.id ?? "", purpose: "copy" });
  return { preview: own?.preview ?? "", key: text };
}
