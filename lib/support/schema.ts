import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";
import { overlapHours } from "#lib/keys/schema.ts";
import { environments, partnerChanges, partnerSettings, partnerStatuses } from "#lib/partners/schema.ts";
import { keyset, listOf } from "#lib/portal-lists.ts";
import { email, partnerRoles, personName } from "#lib/users/schema.ts";

/** What is searched for. */
const search = z.string().trim().min(1).max(200);

/** An identifier in an address. */
export const identifier = z.string().min(1).max(128);

const { features, requestsPerMinute, openContractsLimit } = partnerSettings.shape;

/** A partner's name, features and limits, as its form has them. */
export const partnerForm = partnerSettings.extend({
  features: features.unwrap(),
  requestsPerMinute: requestsPerMinute.unwrap(),
  openContractsLimit: openContractsLimit.unwrap(),
});
export type PartnerForm = z.output<typeof partnerForm>;

/** The same and its tariff, which it has of its own or, with null, is the public one. */
export const partnerSettingsForm = partnerForm.extend({ tariffId: z.string().nullable() });
export type PartnerSettingsForm = z.output<typeof partnerSettingsForm>;

/** What a new partner has unless support says otherwise. */
export const newPartnerDefaults: PartnerForm = { ...partnerSettings.parse({ name: "-" }), name: "" };

/** A change of a partner's settings, why, and what they were when the form was opened: what somebody else changed meanwhile is not undone. */
export const partnerSettingsChange = z.strictObject({
  seen: partnerSettingsForm.partial(),
  changes: partnerChanges.omit({ status: true }),
  reason,
});
export type PartnerSettingsChange = z.input<typeof partnerSettingsChange>;

export const partnerStatusChange = z.strictObject({ status: z.enum(partnerStatuses), reason });
export type PartnerStatusChange = z.input<typeof partnerStatusChange>;

export const partnerListQuery = keyset.extend({ search: search.optional(), status: listOf(z.enum(partnerStatuses)).optional() });
export type PartnerListQuery = z.output<typeof partnerListQuery>;

/** What can be said of a key at a moment. */
export const keyStates = ["active", "expiring", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];

export const keyListQuery = keyset.extend({
  search: search.optional(),
  partner: identifier.optional(),
  environment: listOf(z.enum(environments)).optional(),
  state: listOf(z.enum(keyStates)).optional(),
});
export type KeyListQuery = z.output<typeof keyListQuery>;

export const regeneration = z.strictObject({ environment: z.enum(environments), overlap: z.literal(overlapHours), reason });

/** Whom a partner's page invites. */
export const partnerInvitation = z.strictObject({ name: personName, email, role: z.enum(partnerRoles) });

/** What the audit log tells of. One that is not among these is shown by its name. */
export const auditActions = [
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
  actor: search.optional(),
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
export const lookUpQuery = z.object({ q: search });

export const contractFindQuery = z.object({ cid: z.string().trim().min(1).max(128) });

export const reopening = z.strictObject({ endDate: z.iso.datetime({ offset: true }), reason });
