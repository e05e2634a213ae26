import { z } from "zod";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { deliveryListQuery, list as listDeliveries } from "#lib/delivery/deliveries/list.ts";
import { list as listWebhooks } from "#lib/delivery/webhook-settings/list.ts";
import { activityListQuery, list as listActivity } from "#lib/developer/activity/list.ts";
import { listErrors } from "#lib/developer/calls/list-errors.ts";
import { callListQuery, list as listCalls } from "#lib/developer/calls/list.ts";
import { eventListQuery, listForPortal as listEvents } from "#lib/developer/events/list-for-portal.ts";
import { cents, day, labelled, plain, time } from "#lib/developer/exports/columns.ts";
import { exported, exportedWhole, inMonth, inRow, monthColumns, renterColumns } from "#lib/developer/exports/exported-list.ts";
import type { ExportedList, InMonth } from "#lib/developer/exports/exported-list.ts";
import { labels } from "#lib/developer/exports/labels.ts";
import type { PartnerListName } from "#lib/developer/exports/schema.ts";
import { claimListQuery, listForPortal as listClaims } from "#lib/insurance/claims/overview.ts";
import { contractListQuery, listForPortal as listContracts } from "#lib/insurance/contracts/list.ts";
import { listForPortal as listProducts, productListQuery } from "#lib/insurance/products/list.ts";
import { listForPortal as listRenewals, renewalListQuery } from "#lib/insurance/renewals/list.ts";
import { listAttached } from "#lib/insurance/renters/list.ts";
import { renterListQuery } from "#lib/insurance/renters/schema.ts";
import { entryListQuery, listEntries } from "#lib/insurance/statements/entries-of-month.ts";
import { list as listMonths, read as readStatement } from "#lib/insurance/statements/read.ts";
import { listRefunds, refundListQuery } from "#lib/insurance/statements/refunds-of-month.ts";
import { overviewQuery } from "#lib/platform/traffic/ranges.ts";
import type { OverviewQuery } from "#lib/platform/traffic/ranges.ts";

/** Columns keep their places, which spreadsheets and imports refer to: a new one comes last. */
export const exportsOfPartner: Record<PartnerListName, ExportedList> = {
  activity: exported("owner", activityListQuery, listActivity, [
    plain("id", "ids.entry"),
    time("at"),
    labelled("action", labels.action),
    "subjectId",
    plain("actor", "actor.name"),
    "address",
  ]),
  calls: exported("developer", callListQuery, listCalls, [
    "executionId",
    time("at"),
    "keyId",
    "method",
    "path",
    labelled("endpoint", labels.endpoint),
    "preview",
    plain("status", "statusCode"),
    "errorCode",
    "durationMs",
    labelled("source", labels.source),
  ]),
  claims: exported("member", claimListQuery, listClaims, [
    plain("id", "ids.claim"),
    "claimId",
    labelled("status", labels.claimStatus),
    time("statusSince"),
    labelled("type", labels.claimType, "claimType"),
    labelled("subtype", labels.claimSubtype, "claimSubtype"),
    time("claimAt"),
    ...(["uid", "renter", "cid", "cpid"] as const),
    labelled("product.type", labels.productType),
    ...(["product.brand", "product.model", "test", "missing"] as const),
    time("createdAt"),
    time("updatedAt"),
    plain("product.productMarked", "subject.marking"),
    plain("customer", "subject.customer"),
  ]),
  contracts: exported("member", contractListQuery, listContracts, [
    ...(["cid", "uid", "renter"] as const),
    labelled("contractType", labels.contractType),
    labelled("status", labels.contractStatus),
    "test",
    time("startDate"),
    time("endDate"),
    time("createdAt"),
    cents("priceCents"),
    "products",
    ...(["subject.product", "subject.marking", "subject.customer"] as const),
  ]),
  deliveries: exported("developer", deliveryListQuery, listDeliveries, [
    plain("id", "ids.delivery"),
    labelled("status", labels.deliveryStatus),
    "eventId",
    labelled("eventType", labels.eventType),
    ...(["subjectId", "about.product", "about.renter"] as const),
    plain("test", "sample"),
    ...(["webhookId", "webhookName", "attempts"] as const),
    time("nextAttemptAt"),
    "statusCode",
    labelled("error", labels.networkFault),
    "durationMs",
    time("createdAt"),
    time("updatedAt"),
    plain("about.marking", "subject.marking"),
    plain("about.customer", "subject.customer"),
  ]),
  errors: exportedWhole(
    "developer",
    overviewQuery,
    async (ctx: ContextOf["developer"], query: OverviewQuery) => (await listErrors(ctx, query)).errors,
    ["errorCode", labelled("endpoint", labels.endpoint), "calls", "before"],
  ),
  events: exported("developer", eventListQuery, listEvents, [
    plain("id", "ids.event"),
    time("at"),
    labelled("eventType", labels.eventType),
    labelled("subject.kind", labels.subject),
    ...(["subject.id", "subject.name", "executionId", "deliveries.pending"] as const),
    ...(["deliveries.succeeded", "deliveries.retrying", "deliveries.failed", "deliveries.cancelled"] as const),
    "about.product",
    plain("about.marking", "subject.marking"),
    plain("about.customer", "subject.customer"),
    "about.renter",
  ]),
  products: exported("member", productListQuery, listProducts, [
    plain("id", "ids.product"),
    plain("uid", "ownUid"),
    "title",
    labelled("productType", labels.productType, "product.type"),
    labelled("productSubtype", labels.productSubtype),
    plain("brand", "product.brand"),
    plain("model", "product.model"),
    cents("valueExclCents"),
    time("createdAt"),
    "isHidden",
  ]),
  renewals: exported("member", renewalListQuery, listRenewals, [
    ...(["arid", "cid"] as const),
    labelled("state", labels.renewalState, "status"),
    ...(["uid", "renter"] as const),
    labelled("contractType", labels.contractType),
    ...(["test", "durationMonths", "extension"] as const),
    ...[time("scheduledFor"), time("notifiedAt"), time("rejectedAt"), time("appliedAt"), time("droppedAt")],
    "nextCid",
    time("createdAt"),
    time("updatedAt"),
  ]),
  renters: exported("member", renterListQuery, listAttached, [
    ...(["uid", "company", "city"] as const),
    labelled("country", labels.country),
    labelled("contractTypes", labels.contractType),
    time("attachedAt"),
  ]),
  "statement-entries": exported("member", entryListQuery.extend(inMonth.shape), listEntries, [
    plain("id", "ids.entry"),
    time("at"),
    labelled("kind", labels.premiumKind, "premiumKind"),
    ...(["cid", "uid", "renter"] as const),
    plain("product", "productName"),
    cents("amountCents"),
    time("happenedAt"),
    plain("marking", "subject.marking"),
  ]),
  "statement-refunds": exported("member", refundListQuery.extend(inMonth.shape), listRefunds, [
    plain("id", "ids.payment"),
    day("at"),
    labelled("type", labels.settlementType, "settlementType"),
    plain("number", "claimId"),
    ...(["cid", "uid", "renter"] as const),
    { path: "paidCents", head: "statements.figures.claims_paid", kind: "cents" },
    { path: "chargedCents", head: "statements.figures.claims_charged", kind: "cents" },
    { path: "netCents", head: "statements.figures.claims_net", kind: "cents" },
    plain("product", "productName"),
    plain("marking", "subject.marking"),
  ]),
  "statement-renters": exportedWhole(
    "member",
    inMonth,
    async (ctx: ContextOf["member"], { month }: InMonth) => (await readStatement(ctx, month)).renters,
    renterColumns,
  ),
  statements: exportedWhole("member", z.object({}), async (ctx: ContextOf["member"]) => (await listMonths(ctx)).map(inRow), monthColumns),
  webhooks: exportedWhole("developer", z.object({}), (ctx: ContextOf["developer"]) => listWebhooks(ctx), [
    plain("id", "webhookId"),
    plain("name", "webhookName"),
    "url",
    "enabled",
    labelled("eventTypes", labels.eventType),
    ...(["succeeded", "unsuccessful", "successRate"] as const),
    time("failingSince"),
    "lastDelivery.id",
    time("lastDelivery.createdAt"),
    time("createdAt"),
    time("updatedAt"),
  ]),
};
