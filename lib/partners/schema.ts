import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";

export const environments = ["development", "production"] as const;
export type Environment = (typeof environments)[number];

export const partnerStatuses = ["active", "suspended"] as const;
export type PartnerStatus = (typeof partnerStatuses)[number];

/** What support can turn on for a partner (resolutions.md § 1). */
export const features = [
  "decoupled_break_theft",
  "assistance_standard",
  "client_theft",
  "test_contracts",
  "product_dates",
  "bulk_renewals",
  "renew_by_default",
] as const;
export type Feature = (typeof features)[number];

/** The highest of any limit: what its column holds. */
const highestLimit = 2_147_483_647;

export const partnerSettings = z.strictObject({
  name: z.string().trim().min(1).max(120),
  features: z.array(z.enum(features)).default([]),
  requestsPerMinute: z.int().min(1).max(highestLimit).default(600),
  openContractsLimit: z.int().min(0).max(highestLimit).nullable().default(null),
});
export type PartnerSettingsInput = z.input<typeof partnerSettings>;

const { name, features: featureList, requestsPerMinute, openContractsLimit } = partnerSettings.shape;

/** What support may change of a partner; what is left out stays as it is. */
export const partnerChanges = z
  .strictObject({
    name,
    status: z.enum(partnerStatuses),
    features: featureList.unwrap(),
    requestsPerMinute: requestsPerMinute.unwrap(),
    openContractsLimit: openContractsLimit.unwrap(),
    tariffId: z.string().nullable(),
  })
  .partial();
export type PartnerChanges = z.output<typeof partnerChanges>;
export type PartnerChangesInput = z.input<typeof partnerChanges>;

export const partnerForm = partnerSettings.extend({
  features: featureList.unwrap(),
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
