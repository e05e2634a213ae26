import { z } from "zod";
import { keyset, listOf, searchText } from "#lib/portal-lists.ts";
import { identifier } from "#lib/wire.ts";

/** What the audit log tells of. One that is not among these is shown by its name. */
export const auditActions = [
  "call.revealed",
  "claim.charged",
  "claim.documentAccepted",
  "claim.documentRefused",
  "claim.documentRequested",
  "claim.noted",
  "claim.paymentExecuted",
  "claim.paymentReturned",
  "claim.refundApproved",
  "claim.rejected",
  "claim.reopened",
  "claim.settlementCancelled",
  "claim.takenOver",
  "contract.reopened",
  "deliveries.replayed",
  "delivery.cancelled",
  "delivery.replayed",
  "demo.seeded",
  "key.copied",
  "key.regenerated",
  "key.reportClosed",
  "key.reported",
  "key.revealed",
  "key.revoked",
  "list.exported",
  "partner.changed",
  "partner.created",
  "partner.resumed",
  "partner.suspended",
  "renter.attached",
  "renter.opened",
  "renter.closed",
  "renter.changed",
  "renter.detached",
  "renter.registered",
  "secrets.rotated",
  "sandbox.clockMoved",
  "sandbox.reset",
  "tariff.created",
  "user.authenticatorAppAdded",
  "user.authenticatorAppRemoved",
  "user.changed",
  "user.invited",
  "user.linkRenewed",
  "user.passkeyAdded",
  "user.passkeyRemoved",
  "user.passwordChanged",
  "user.passwordChosen",
  "user.reauthenticated",
  "user.recoveryCodesRenewed",
  "user.secondFactorsRemoved",
  "user.sessionEnded",
  "user.signedIn",
  "user.signedOutEverywhere",
  "webhook.changed",
  "webhook.created",
  "webhook.deleted",
  "webhook.tested",
] as const;

export const auditListQuery = keyset.extend({
  /** A person's name or e-mail address, or the id of whoever acted. */
  actor: searchText.optional(),
  action: listOf(z.enum(auditActions)).optional(),
  /** The id of what was acted on; a partner's stands for its keys and people, too. */
  subject: identifier.optional(),
  /** Days, both included, in the zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  zone: z.string().max(64).refine(isTimeZone).default("UTC"),
});
export type AuditListQuery = z.output<typeof auditListQuery>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    // What the platform does not know is none.
    return false;
  }
}

/** What is looked up: an identifier, the beginning of a key, an e-mail address or a part of a partner's name. */
export const lookUpQuery = z.object({ q: searchText });
