import { globSync } from "node:fs";
import { basename, join } from "node:path";
import type { APIRequestContext } from "playwright/test";
import { declareClaim, uploadDocuments } from "#e2e/portal/claims.ts";
import { inviteMember } from "#e2e/portal/database.ts";
import { findPartner } from "#e2e/portal/partners.ts";
import { callApi, firstContract } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import { proceduresOf } from "#e2e/setup/procedures.ts";
import { writePriceFile } from "#lib/insurance/prices/file.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";

export type Viewer = "nobody" | "owner" | "administrator" | "support";

const app = join(import.meta.dirname, "../../app");
const guides = globSync("*.md", { cwd: join(import.meta.dirname, "../../docs/guides/en") })
  .map((file) => basename(file, ".md"))
  .filter((slug) => slug !== "index");

/**
 * Every page of the portal, by its folder in app/; each guide by its name, too. The answers to unknown addresses are no pages of their own,
 * and an installation with a mail server has no mailbox.
 */
export const pageNames: string[] = globSync("**/page.tsx", { cwd: app })
  .map((file) => file.replace(/\/?page\.tsx$/, ""))
  .filter((folder) => !/(?:^|\/)(?:none|mailbox)$/.test(folder) && !folder.endsWith("[...path]"))
  .flatMap((folder) => (folder === "docs/[guide]" ? guides.map((slug) => `${folder} ${slug}`) : [folder]))
  .toSorted();

/** The address of every page, by its name, with something to see on each. */
export async function findAddresses(
  portal: Portal,
  asOwner: APIRequestContext,
  asSupport: APIRequestContext,
): Promise<Record<string, [Viewer, string]>> {
  const { partner } = portal.first;
  const key = partner.developmentKey;
  const [uid = ""] = partner.renters;
  const [owner, support] = [proceduresOf(asOwner, portal.url), proceduresOf(asSupport, portal.url)];
  const environment = "development";
  const settings = {
    name: "Back office",
    url: "https://hooks.example.com/covergate?token=s3cret",
    enabled: false,
    eventTypes: ["v2.contract.created" as const],
  };
  const webhook = await owner.webhooks.create.mutate({ environment, settings });
  const { cid, executionId } = await callApi(portal, key, "POST", "/contracts", firstContract(partner));
  await callApi(portal, key, "GET", "/contracts/01J0000000000000000000NONE");
  const lasting = { ...firstContract(partner), contract_type: "LMD", end_date: new Date(Date.now() + 100 * 86_400_000).toISOString() };
  const { cid: renewed } = await callApi(portal, key, "POST", "/contracts", lasting);
  const configured = await callApi(portal, key, "POST", `/contracts/${renewed}/automaticRenewal`, { use_notification: true });
  if (configured.status !== 200) throw new Error(`The renewal of ${renewed} was refused: ${configured.code}`);
  const [delivery] = (await owner.deliveries.list.query({ environment, search: cid })).rows;
  const [event] = (await owner.events.list.query({ environment, search: cid })).rows;
  const [renewal] = (await owner.renewals.list.query({ environment })).rows;
  const [product] = (await owner.products.list.query({ environment })).rows;
  const partnerId = await findPartner(asSupport, portal, partner.name);
  const passwordLink = await inviteMember(partnerId);
  const keys = await owner.keys.list.query({ environment: "production" });
  const unreported = keys.find(({ report }) => report === null);
  if (unreported !== undefined) {
    const note = "It stands in a log that was shared.";
    // Another worker may have reported it meanwhile.
    await owner.keys.report.mutate({ environment: "production", keyId: unreported.id, note }).catch((error: unknown) => {
      if (!String(error).includes("was reported before")) throw error;
    });
  }
  const claim = await declareClaim(portal, partner, key);
  await uploadDocuments(portal, key, claim.id, claim.mandatory, "?autoSubmit=true");
  const file = writePriceFile({ ...publicTariff, name: `List ${cid}`, version: cid }, "csv");
  const proposal = await support.console.prices.propose.mutate({ file, day: "2099-12-31", reason: "A list of its own" });
  const [{ month } = { month: "" }] = await owner.statements.list.query({ environment });
  const own = "/development";
  return {
    "": ["nobody", "/"],
    "(auth)/sign-in": ["nobody", "/sign-in"],
    // The page redirects to the set-up of a second factor if no role needs one.
    "(auth)/second-factor": ["owner", "/second-factor"],
    "(auth)/password/[token]": ["nobody", passwordLink],
    docs: ["nobody", "/docs"],
    ...Object.fromEntries(guides.map((slug) => [`docs/[guide] ${slug}`, ["nobody", `/docs/${slug}`]])),
    "docs/errors": ["nobody", "/docs/errors"],
    "docs/reference": ["nobody", "/docs/reference"],
    "docs/reference/[chapter]": ["nobody", "/docs/reference/products"],
    "docs/reference/webhooks": ["nobody", "/docs/reference/webhooks"],
    "(portal)/[environment]": ["owner", own],
    "(portal)/[environment]/activity": ["owner", `${own}/activity`],
    "(portal)/[environment]/alerts": ["owner", `${own}/alerts`],
    "(portal)/[environment]/keys": ["owner", `${own}/keys`],
    "(portal)/[environment]/open/[id]": ["owner", `${own}/open/${cid}`],
    "(portal)/[environment]/calls": ["owner", `${own}/calls`],
    "(portal)/[environment]/calls/errors": ["owner", `${own}/calls/errors`],
    "(portal)/[environment]/calls/[executionId]": ["owner", `${own}/calls/${executionId}`],
    "(portal)/[environment]/webhooks": ["owner", `${own}/webhooks`],
    "(portal)/[environment]/webhooks/new": ["owner", `${own}/webhooks/new`],
    "(portal)/[environment]/webhooks/[webhookId]": ["owner", `${own}/webhooks/${webhook.id}`],
    "(portal)/[environment]/webhooks/[webhookId]/edit": ["owner", `${own}/webhooks/${webhook.id}/edit`],
    "(portal)/[environment]/deliveries": ["owner", `${own}/deliveries`],
    "(portal)/[environment]/deliveries/[deliveryId]": ["owner", `${own}/deliveries/${delivery?.id}`],
    "(portal)/[environment]/events": ["owner", `${own}/events`],
    "(portal)/[environment]/events/[eventId]": ["owner", `${own}/events/${event?.id}`],
    "(portal)/[environment]/events/catalogue": ["owner", `${own}/events/catalogue`],
    "(portal)/[environment]/events/catalogue/[eventType]": ["owner", `${own}/events/catalogue/v2.contract.renewed`],
    "(portal)/[environment]/readiness": ["owner", `${own}/readiness`],
    "(portal)/[environment]/sandbox": ["owner", `${own}/sandbox`],
    "(portal)/[environment]/claims": ["owner", `${own}/claims`],
    "(portal)/[environment]/claims/[id]": ["owner", `${own}/claims/${claim.id}`],
    "(portal)/[environment]/contracts": ["owner", `${own}/contracts`],
    "(portal)/[environment]/contracts/[cid]": ["owner", `${own}/contracts/${renewed}`],
    "(portal)/[environment]/renewals": ["owner", `${own}/renewals`],
    "(portal)/[environment]/renewals/[arid]": ["owner", `${own}/renewals/${renewal?.arid}`],
    "(portal)/[environment]/prices": ["owner", `${own}/prices`],
    "(portal)/[environment]/products": ["owner", `${own}/products`],
    "(portal)/[environment]/products/[productId]": ["owner", `${own}/products/${product?.id}`],
    "(portal)/[environment]/renters": ["owner", `${own}/renters`],
    "(portal)/[environment]/renters/[uid]": ["owner", `${own}/renters/${uid}`],
    "(portal)/[environment]/statements": ["owner", `${own}/statements`],
    "(portal)/[environment]/statements/[month]": ["owner", `${own}/statements/${month}`],
    "(portal)/[environment]/settings": ["owner", `${own}/settings`],
    "(portal)/[environment]/settings/security": ["owner", `${own}/settings/security`],
    "(portal)/[environment]/settings/api-integration": ["owner", `${own}/settings/api-integration`],
    "(portal)/[environment]/settings/insured": ["owner", `${own}/settings/insured`],
    "(portal)/[environment]/settings/notices": ["owner", `${own}/settings/notices`],
    "(portal)/[environment]/settings/team": ["owner", `${own}/settings/team`],
    "(console)/support": ["support", "/support"],
    "(console)/support/partners": ["support", "/support/partners"],
    "(console)/support/partners/[partnerId]": ["support", `/support/partners/${partnerId}`],
    "(console)/support/partners/[partnerId]/[environment]": ["support", `/support/partners/${partnerId}/development`],
    "(console)/support/approvals": ["support", "/support/approvals"],
    "(console)/support/prices": ["support", "/support/prices"],
    "(console)/support/prices/new": ["support", "/support/prices/new"],
    "(console)/support/prices/[proposalId]": ["support", `/support/prices/${proposal.id}`],
    "(console)/support/keys": ["support", "/support/keys"],
    "(console)/support/renters": ["support", "/support/renters"],
    "(console)/support/renters/[uid]": ["support", `/support/renters/${uid}`],
    "(console)/support/staff": ["administrator", "/support/staff"],
    "(console)/support/templates": ["support", "/support/templates"],
    "(console)/support/payments": ["support", "/support/payments"],
    "(console)/support/claims": ["support", "/support/claims"],
    "(console)/support/claims/[claimId]": ["support", `/support/claims/${claim.id}?status=submitted`],
    "(console)/support/contracts": ["support", `/support/contracts?cid=${cid}`],
    "(console)/support/lookup": ["support", `/support/lookup?q=${executionId}`],
    "(console)/support/audit": ["support", "/support/audit"],
    "(console)/support/notices": ["support", "/support/notices"],
    "(console)/support/security": ["support", "/support/security"],
    "(console)/support/statements": ["support", "/support/statements"],
    "(console)/support/statements/[month]": ["support", `/support/statements/${month}`],
    "(console)/support/statements/[month]/[partnerId]": ["support", `/support/statements/${month}/${partnerId}`],
    "(console)/support/settings": ["support", "/support/settings"],
    "(console)/support/settings/security": ["support", "/support/settings/security"],
  };
}
