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

/** What is looked up: an identifier, the beginning of a key, an e-mail address or a part of a partner's name. */
export const lookUpQuery = z.object({ q: search });

export const contractFindQuery = z.object({ cid: z.string().trim().min(1).max(128) });

export const reopening = z.strictObject({ endDate: z.iso.datetime({ offset: true }), reason });
