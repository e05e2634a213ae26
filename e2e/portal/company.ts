import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import type { DemoPerson } from "#db/seed/demo-file.ts";
import { enter } from "#e2e/portal/addresses.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { sampleCompany } from "#lib/renters/renter.fixture.ts";

interface Settings {
  features: string[];
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
): Promise<{ owner: DemoPerson; uid: string }> {
  const asSupport = (await browser.newContext()).request;
  await enter(asSupport, portal, portal.support);
  const send = async <Data>(path: string, data: object): Promise<Data> => {
    const answer = await asSupport.post(`${portal.url}/api/portal${path}`, { data, headers: { origin: portal.url } });
    if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`);
    return ((await answer.json()) as { data: Data }).data;
  };
  const [uid, email, password] = [`renter-${randomUUID()}`, `${randomUUID()}@people.example`, "four unrelated short words"];
  const settings: Settings = { features: [], requestsPerMinute: 6000, openContractsLimit: null, ...changes };
  const { id } = await send<{ id: string }>("/support/partners", { name: `Essai ${randomUUID()}`, ...settings });
  await send("/support/renters", { uid, company: sampleCompany, partnerIds: [id] });
  if (isAttached) await send(`/support/partners/${id}/renters`, { environment: "development", uid });
  const { token } = await send<{ token: string }>(`/support/partners/${id}/users`, { email, name: "Ada Martin", role: "owner" });
  await send("/password", { token, password });
  return { owner: { email, password, role: "owner" }, uid };
}

/** Asks a JSON route of the portal as whoever is signed in on the page. */
export async function inPortal<Data>(page: Page, method: "get" | "post", path: string, data?: object): Promise<Data> {
  const origin = new URL(page.url()).origin;
  const answer = await page.request[method](`${origin}/api/portal${path}`, {
    headers: { origin },
    ...(method === "post" && { data: data ?? {} }),
  });
  if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** The Development key of the owner who is signed in on the page. */
export async function readKey(page: Page): Promise<{ preview: string; key: string }> {
  const [own] = await inPortal<{ id: string; preview: string }[]>(page, "get", "/development/keys");
  const { text } = await inPortal<{ text: string }>(page, "post", `/development/keys/${own?.id}/reveal`, { purpose: "copy" });
  return { preview: own?.preview ?? "", key: text };
}
