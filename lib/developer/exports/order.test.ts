import { expect, test } from "vitest";
import type { ExportedList } from "#lib/developer/exports/exported-list.ts";
import { exportsOfPartner } from "#lib/developer/exports/partner-lists.ts";
import { exportsOfSupport } from "#lib/developer/exports/support-lists.ts";
import { premiumEntry } from "#lib/insurance/statements/schema.ts";

const figures =
  "contracts_created premium_written premium_returned premium_net tax premium_net_excluding_tax claims_submitted claims_paid claims_charged claims_net loss_ratio";

/** Append a new column at the end of its line. */
const partner = {
  activity: "id at action subjectId actor address",
  calls: "executionId at keyId method path endpoint preview status errorCode durationMs source",
  claims:
    "id claimId status statusSince type subtype claimAt uid renter cid cpid product.type product.brand product.model test missing createdAt updatedAt product.productMarked customer",
  contracts:
    "cid uid renter contractType status test startDate endDate createdAt priceCents products subject.product subject.marking subject.customer",
  deliveries:
    "id status eventId eventType subjectId about.product about.renter test webhookId webhookName attempts nextAttemptAt statusCode error durationMs createdAt updatedAt about.marking about.customer",
  errors: "errorCode endpoint calls before",
  events:
    "id at eventType subject.kind subject.id subject.name executionId deliveries.pending deliveries.succeeded deliveries.retrying deliveries.failed deliveries.cancelled about.product about.marking about.customer about.renter",
  products: "id uid title productType productSubtype brand model valueExclCents createdAt isHidden",
  renewals:
    "arid cid state uid renter contractType test durationMonths extension scheduledFor notifiedAt rejectedAt appliedAt droppedAt nextCid createdAt updatedAt",
  renters: "uid company city country contractTypes attachedAt",
  "statement-entries": "id at kind cid uid renter product amountCents happenedAt marking",
  "statement-refunds": "id at type number cid uid renter paidCents chargedCents netCents product marking",
  "statement-renters": `company_name uid ${figures}`,
  statements: `month closed ${figures}`,
  webhooks:
    "id name url enabled eventTypes succeeded unsuccessful successRate failingSince lastDelivery.id lastDelivery.createdAt createdAt updatedAt",
} satisfies Record<keyof typeof exportsOfPartner, string>;

const support = {
  audit: "id at action actor.type actor.name actor.id actor.partner.name subjectId reason address details",
  claims: "id claimId owner.partnerName renter status statusSince type subtype insured test handler turn dueAt netCents toVerify",
  keys: "id partnerId partnerName environment preview state createdAt lastUsedAt expiresAt revokedAt revokedReason",
  partners: "id name status features users lastUsedAt createdAt",
  payments: "id number renter holder iban amountCents withheldCents netCents state approvedAt executeOn",
  renters: "uid company city country contractTypes productTypes partners createdAt",
  security: "id kind subject address count detail lastAt",
  "statement-partners": `name partnerId ${figures}`,
  "statement-renters": `company_name uid ${figures}`,
  statements: `month closed ${figures}`,
} satisfies Record<keyof typeof exportsOfSupport, string>;

const columnsOf = (lists: Record<string, ExportedList>) =>
  Object.fromEntries(Object.entries(lists).map(([name, { columns }]) => [name, columns.map(({ path }) => path).join(" ")]));

// rules/statements.md#files-4
test("the columns of each exported file keep their places", () => {
  expect(columnsOf(exportsOfPartner)).toEqual(partner);
  expect(columnsOf(exportsOfSupport)).toEqual(support);
  expect(Object.keys(premiumEntry.shape)).toEqual(["id", "at", "uid", "cid", "contract_product_id", "kind", "amount"]);
});
