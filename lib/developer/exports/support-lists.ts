import { z } from "zod";
import { auditListQuery, list as listAudit } from "#lib/account/audit/list.ts";
import { listForSupport as listKeys } from "#lib/account/keys/list.ts";
import { keyListQuery } from "#lib/account/keys/requests.ts";
import { list as listPartners, partnerListQuery } from "#lib/account/partners/list.ts";
import { list as listSecurityEvents, securityListQuery } from "#lib/account/security-events/list.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { cents, day, labelled, plain, time } from "#lib/developer/exports/columns.ts";
import {
  exported,
  exportedWhole,
  figureColumns,
  inMonth,
  inRow,
  monthColumns,
  renterColumns,
} from "#lib/developer/exports/exported-list.ts";
import type { ExportedList, InMonth } from "#lib/developer/exports/exported-list.ts";
import { labels } from "#lib/developer/exports/labels.ts";
import type { SupportListName } from "#lib/developer/exports/schema.ts";
import { listQueue } from "#lib/insurance/claims/desk/queue.ts";
import { queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { listAllPayments } from "#lib/insurance/payments/list.ts";
import { listForSupport as listRenters } from "#lib/insurance/renters/list.ts";
import { renterListQuery } from "#lib/insurance/renters/schema.ts";
import { listForSupport as listMonthsOfPartners, readForSupport, readOfPartner } from "#lib/insurance/statements/overview.ts";
import { identifier } from "#lib/platform/wire/wire.ts";

export const exportsOfSupport: Record<SupportListName, ExportedList> = {
  audit: exported("support", auditListQuery, listAudit, [
    plain("id", "ids.entry"),
    time("at"),
    labelled("action", labels.action),
    labelled("actor.type", labels.actor),
    ...(["actor.name", "actor.id"] as const),
    plain("actor.partner.name", "partnerName"),
    ...(["subjectId", "reason", "address", "details"] as const),
  ]),
  claims: exported("staff", queueQuery, listQueue, [
    plain("id", "ids.claim"),
    "claimId",
    plain("owner.partnerName", "partnerName"),
    "renter",
    labelled("status", labels.claimStatus),
    time("statusSince"),
    labelled("type", labels.claimType, "claimType"),
    labelled("subtype", labels.claimSubtype, "claimSubtype"),
    ...(["insured", "test", "handler"] as const),
    labelled("turn", labels.turn),
    time("dueAt"),
    cents("netCents"),
    "toVerify",
  ]),
  keys: exported("support", keyListQuery, listKeys, [
    plain("id", "keyId"),
    ...(["partnerId", "partnerName"] as const),
    labelled("environment", labels.environment),
    plain("preview", "keyPreview"),
    labelled("state", labels.keyState, "status"),
    ...[time("createdAt"), time("lastUsedAt"), time("expiresAt"), time("revokedAt")],
    plain("revokedReason", "reason"),
  ]),
  partners: exported("support", partnerListQuery, listPartners, [
    plain("id", "partnerId"),
    plain("name", "partnerName"),
    labelled("status", labels.partnerStatus),
    labelled("features", labels.feature),
    "users",
    time("lastUsedAt"),
    time("createdAt"),
  ]),
  payments: exportedWhole("staff", z.object({}), listAllPayments, [
    plain("id", "ids.payment"),
    plain("number", "claimId"),
    ...(["renter", "holder", "iban"] as const),
    cents("amountCents"),
    cents("withheldCents"),
    cents("netCents"),
    labelled("state", labels.paymentState, "status"),
    day("approvedAt"),
    "executeOn",
  ]),
  renters: exported("support", renterListQuery, listRenters, [
    ...(["uid", "company", "city"] as const),
    labelled("country", labels.country),
    labelled("contractTypes", labels.contractType),
    labelled("productTypes", labels.productType),
    "partners",
    time("createdAt"),
  ]),
  security: exported("support", securityListQuery, listSecurityEvents, [
    plain("id", "ids.securityEvent"),
    labelled("kind", labels.securityKind, "securityKind"),
    plain("subject", "subjectId"),
    ...(["address", "count", "detail"] as const),
    time("lastAt"),
  ]),
  "statement-partners": exportedWhole(
    "support",
    inMonth,
    async (ctx: ContextOf["support"], { month }: InMonth) => (await readForSupport(ctx, month)).partners,
    [plain("name", "partnerName"), "partnerId", ...figureColumns],
  ),
  "statement-renters": exportedWhole(
    "support",
    inMonth.extend({ partnerId: identifier }),
    async (ctx: ContextOf["support"], { partnerId, month }: InMonth & { partnerId: string }) =>
      (await readOfPartner(ctx, partnerId, month)).renters,
    renterColumns,
  ),
  statements: exportedWhole(
    "support",
    z.object({}),
    async (ctx: ContextOf["support"]) => (await listMonthsOfPartners(ctx)).map(inRow),
    monthColumns,
  ),
};
