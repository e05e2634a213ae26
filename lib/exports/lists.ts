import { z } from "zod";
import { activityListQuery, list as listActivity } from "#lib/activity/list.ts";
import { auditListQuery, list as listAudit } from "#lib/audit/list.ts";
import { listErrors } from "#lib/calls/list-errors.ts";
import { callListQuery, list as listCalls } from "#lib/calls/list.ts";
import { claimListQuery, listForPortal as listClaims } from "#lib/claims/overview.ts";
import { listQueue } from "#lib/claims/queue.ts";
import { queueQuery } from "#lib/claims/schema-desk.ts";
import { contractListQuery, listForPortal as listContracts } from "#lib/contracts/list.ts";
import { deliveryListQuery, list as listDeliveries } from "#lib/deliveries/list.ts";
import { eventListQuery, listForPortal as listEvents } from "#lib/events/list-for-portal.ts";
import type { PartnerListName, SupportListName } from "#lib/exports/schema.ts";
import { listForSupport as listKeys } from "#lib/keys/list.ts";
import { keyListQuery } from "#lib/keys/requests.ts";
import type { ListPage } from "#lib/lists/portal-lists.ts";
import { overviewQuery } from "#lib/overview/schema.ts";
import { list as listPartners, partnerListQuery } from "#lib/partners/list.ts";
import { listForPortal as listProducts, productListQuery } from "#lib/products/list.ts";
import { listForPortal as listRenewals, renewalListQuery } from "#lib/renewals/list.ts";
import { listAttached, listForSupport as listRenters } from "#lib/renters/list.ts";
import { renterListQuery } from "#lib/renters/schema.ts";
import { list as listSecurityEvents, securityListQuery } from "#lib/security/list.ts";
import type { ConsoleContext, PartnerContext } from "#lib/users/contexts.ts";
import { restrict } from "#lib/users/roles.ts";
import type { ContextOf } from "#lib/users/roles.ts";
import { list as listWebhooks } from "#lib/webhooks/list.ts";

const rowsPerRead = 100;

export interface ExportedList {
  for: keyof ContextOf;
  /** Where the values are in a row, and what stands above them. */
  columns: readonly string[];
  headings: readonly string[];
  /** Throws for filters that the list does not have. */
  reader: (
    filters: Record<string, string>,
  ) => (ctx: PartnerContext | ConsoleContext, before: string | undefined) => Promise<ListPage<object>>;
}

type Path<Row> = (keyof Row & string) | `${keyof Row & string}.${string}`;
/** Where a value is in the row; its heading is the same unless it is given. What is in cents is written in euros, as the API has it. */
type Column<Row> = Path<Row> | readonly [path: Path<Row>, heading: string];

function exported<For extends keyof ContextOf, Schema extends z.ZodType, Row extends object>(
  audience: For,
  query: Schema,
  list: (ctx: ContextOf[For], query: z.output<Schema>) => Promise<ListPage<Row>>,
  columns: readonly Column<Row>[],
): ExportedList {
  return {
    for: audience,
    columns: columns.map((column) => (typeof column === "string" ? column : column[0])),
    headings: columns.map((column) => (typeof column === "string" ? column : column[1]).replace(/_cents$|Cents$/, "")),
    reader: (filters) => {
      const asked = (before?: string) => query.parse({ ...filters, limit: rowsPerRead, ...(before !== undefined && { before }) });
      asked();
      return (ctx, before) => list(restrict(audience, ctx), asked(before));
    },
  };
}

/** Heads columns as the endpoints of contracts, products, renewals and renters call them; those of claims use camel case. */
function inSnakeCase<const Paths extends readonly string[]>(paths: Paths): (readonly [path: Paths[number], heading: string])[] {
  return paths.map((path) => [path, path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const);
}

/** A list that is read as a whole. */
function pageOf<Row>(rows: Row[]): ListPage<Row> {
  return { rows, older: null, newer: null };
}

export const exportsOfPartner: Record<PartnerListName, ExportedList> = {
  activity: exported("owner", activityListQuery, listActivity, ["id", "at", "action", "subjectId", "actor", "address"]),
  calls: exported("owner", callListQuery, listCalls, [
    ...(["executionId", "at", "keyId", "method", "path", "endpoint", "preview", "status", "errorCode", "durationMs", "source"] as const),
  ]),
  claims: exported("partner", claimListQuery, listClaims, [
    ...(["id", "claimId", "status", "statusSince", "type", "subtype", "claimAt", "uid", "renter", "cid", "cpid"] as const),
    ...(["product.type", "product.brand", "product.model", "test", "missing", "createdAt", "updatedAt"] as const),
  ]),
  contracts: exported("partner", contractListQuery, listContracts, [
    ...inSnakeCase(["cid", "uid", "renter", "contractType", "status", "test", "startDate", "endDate"]),
    ["createdAt", "created_date"],
    ...inSnakeCase(["priceCents", "products", "firstProduct"]),
  ]),
  deliveries: exported("owner", deliveryListQuery, listDeliveries, [
    ...([
      "id",
      "status",
      "eventId",
      "eventType",
      "subjectId",
      "about.product",
      "about.renter",
      "test",
      "webhookId",
      "webhookName",
    ] as const),
    ...(["attempts", "nextAttemptAt", "statusCode", "error", "durationMs", "createdAt", "updatedAt"] as const),
  ]),
  errors: exported("owner", overviewQuery, async (ctx, query) => pageOf((await listErrors(ctx, query)).errors), [
    ...(["errorCode", "endpoint", "calls", "before"] as const),
  ]),
  events: exported("owner", eventListQuery, listEvents, [
    ...(["id", "at", "eventType", "subject.kind", "subject.id", "subject.name", "executionId", "deliveries.pending"] as const),
    ...(["deliveries.succeeded", "deliveries.retrying", "deliveries.failed", "deliveries.cancelled"] as const),
  ]),
  products: exported("partner", productListQuery, listProducts, [
    ["id", "product_id"],
    ...inSnakeCase(["uid", "title", "productType", "productSubtype", "brand", "model", "valueExclCents", "createdAt", "isHidden"]),
  ]),
  renewals: exported("partner", renewalListQuery, listRenewals, [
    ...inSnakeCase(["arid", "cid", "state", "uid", "renter", "contractType", "test", "durationMonths", "extension"]),
    ["scheduledFor", "renewal_scheduled_for"],
    ...inSnakeCase(["notifiedAt", "rejectedAt", "appliedAt", "droppedAt", "nextCid", "createdAt", "updatedAt"]),
  ]),
  renters: exported(
    "partner",
    renterListQuery,
    listAttached,
    inSnakeCase(["uid", "company", "city", "country", "contractTypes", "attachedAt"]),
  ),
  webhooks: exported("owner", z.object({}), async (ctx) => pageOf(await listWebhooks(ctx)), [
    ...(["id", "name", "url", "enabled", "eventTypes", "succeeded", "unsuccessful", "successRate", "failingSince"] as const),
    ...(["lastDelivery.id", "lastDelivery.createdAt", "createdAt", "updatedAt"] as const),
  ]),
};

export const exportsOfSupport: Record<SupportListName, ExportedList> = {
  audit: exported("support", auditListQuery, listAudit, [
    ...(["id", "at", "action", "actor.type", "actor.name", "actor.id", "actor.partner.name", "subjectId", "reason", "address"] as const),
  ]),
  claims: exported("staff", queueQuery, listQueue, [
    ...(["id", "claimId", ["owner.partnerName", "partner"], "renter", "status", "statusSince", "type", "subtype"] as const),
    ...(["insured", "test", "handler", "turn", "dueAt", "netCents", "toVerify"] as const),
  ]),
  keys: exported("support", keyListQuery, listKeys, [
    ...(["id", "partnerId", "partnerName", "environment", "preview", "state", "createdAt", "lastUsedAt", "expiresAt"] as const),
    ...(["revokedAt", "revokedReason"] as const),
  ]),
  partners: exported("support", partnerListQuery, listPartners, [
    ...(["id", "name", "status", "features", "users", "lastUsedAt", "createdAt"] as const),
  ]),
  renters: exported("support", renterListQuery, listRenters, [
    ...(["uid", "company", "city", "country", "contractTypes", "productTypes", "partners", "createdAt"] as const),
  ]),
  security: exported("support", securityListQuery, listSecurityEvents, [
    ...(["id", "kind", "subject", "address", "count", "detail", "lastAt"] as const),
  ]),
};
