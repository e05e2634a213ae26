import { z } from "zod";
import { features, partnerStatuses } from "#db/schema/enums.ts";
import { brandColor } from "#lib/account/worlds/brand.ts";
import { textLine } from "#lib/platform/text/contacts.ts";
import { reason } from "#lib/platform/wire/reason.ts";

export type PartnerStatus = (typeof partnerStatuses)[number];

export type Feature = (typeof features)[number];

/** The range of the column. */
const maxLimit = 2_147_483_647;

export const partnerSettings = z.strictObject({
  name: textLine(120),
  features: z.array(z.enum(features)).default([]),
  requestsPerMinute: z.int().min(1).max(maxLimit).default(600),
  openContractsLimit: z.int().min(0).max(maxLimit).nullable().default(null),
});
export type PartnerSettingsInput = z.input<typeof partnerSettings>;

const { name, features: featureList, requestsPerMinute, openContractsLimit } = partnerSettings.shape;

export const partnerChanges = z
  .strictObject({
    name,
    status: z.enum(partnerStatuses),
    features: featureList.unwrap(),
    requestsPerMinute: requestsPerMinute.unwrap(),
    openContractsLimit: openContractsLimit.unwrap(),
    tariffId: z.string().nullable(),
    brandColor,
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

/** A null tariff is the public one. */
export const partnerSettingsForm = partnerForm.extend({ tariffId: z.string().nullable(), brandColor });
export type PartnerSettingsForm = z.output<typeof partnerSettingsForm>;

export const newPartnerDefaults: PartnerForm = { ...partnerSettings.parse({ name: "-" }), name: "" };

/** `seen` are the settings when the form was opened, so that changes by others meanwhile are not undone. */
export const partnerSettingsChange = z.strictObject({
  seen: partnerSettingsForm.partial(),
  changes: partnerChanges.omit({ status: true }),
  reason,
});
export type PartnerSettingsChange = z.input<typeof partnerSettingsChange>;

export const partnerStatusChange = z.strictObject({ status: z.enum(partnerStatuses), reason });
export type PartnerStatusChange = z.input<typeof partnerStatusChange>;
