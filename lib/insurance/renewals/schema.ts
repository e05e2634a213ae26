import { z } from "zod";
import { contractId, userId } from "#lib/insurance/catalogue/schema.ts";
import { wireInstant, wireInstantOrNull } from "#lib/platform/wire/wire.ts";

export const automaticRenewalId = z.string().meta({
  id: "AutomaticRenewalId",
  description: "Identifies an automatic renewal: its `arid`.",
  examples: ["ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
});

const flag = (description: string) => z.boolean().meta({ description });
const instantOrNull = (description: string) => wireInstantOrNull.meta({ description });

export const automaticRenewal = z
  .object({
    arid: automaticRenewalId,
    cid: contractId,
    default_application: flag("True if the partner's default setting created it rather than a call."),
    applied: flag("Whether the next contract was created."),
    applied_at: instantOrNull("When it was; null until then."),
    use_notification: flag("Whether the customer is sent a notice one month before."),
    duration_months: z
      .int()
      .meta({ description: "How long the contract that the renewal creates lasts, in calendar months.", examples: [12] }),
    rejected: flag("Whether the customer rejected it."),
    rejected_at: instantOrNull("Since when; null while it is not rejected."),
    renewal_scheduled_for: wireInstant.meta({ description: "The end of the contract." }),
    notified: flag("Whether the notice was sent."),
    notified_at: instantOrNull("When it was; null until then."),
    notification_scheduled_for: wireInstant.meta({ description: "One calendar month before the renewal." }),
    extension: z.int().meta({ description: "How many renewals led to this contract.", examples: [0] }),
    next_cid: z.string().nullable().meta({ description: "The contract that the renewal created; null until then." }),
    created_at: wireInstant.meta({ description: "When the renewal was created." }),
    updated_at: wireInstant.meta({ description: "When it last changed." }),
  })
  .meta({ id: "AutomaticRenewal", description: "The automatic renewal of a contract." });
export type WireRenewal = z.infer<typeof automaticRenewal>;

/** The renewal in a webhook payload: with `id` for `arid`, and the renter's `uid` (rules/events.md#emit-3). */
export const renewalPayload = automaticRenewal
  .omit({ arid: true })
  .extend({ id: automaticRenewalId, uid: userId })
  .meta({ id: "AutomaticRenewalPayload", description: "An automatic renewal as sent to webhooks." });
export type RenewalPayload = z.infer<typeof renewalPayload>;

const useNotification = z.boolean().meta({ description: "Whether the customer is sent a notice one month before.", examples: [true] });
const durationMonths = z
  .int()
  .min(1)
  .max(60)
  .meta({ description: "How long the next contract lasts, in calendar months within the contract type's limits.", examples: [12] });

/** The published body of `POST /contracts/{contractId}/automaticRenewal` (rules/renewals.md#configure-2). */
export const configureRenewalBody = z
  .strictObject({
    use_notification: useNotification.optional(),
    duration_months: durationMonths.optional(),
  })
  .meta({
    id: "CreateAutomaticRenewalRequest",
    description:
      "Left out: a notice is sent, and the next contract lasts as many months as this one; for an existing renewal, fields left out stay unchanged.",
  });

/** The published body of `PATCH /contracts/{contractId}/automaticRenewal/{arid}` (rules/renewals.md#change-1). */
export const amendRenewalBody = z
  .strictObject({
    use_notification: useNotification.optional(),
    rejected: z
      .boolean()
      .optional()
      .meta({ description: "True: the customer rejects the renewal; false: the customer wants it again.", examples: [true] }),
    duration_months: durationMonths.optional(),
  })
  .meta({ id: "UpdateAutomaticRenewalRequest", description: "The fields to change; fields left out stay unchanged." });

/** The actions of `POST /contracts/action/automaticRenewals`, each on every open LMD and LLD contract (rules/renewals.md#bulk-1). */
export const bulkRenewalsBody = z
  .strictObject({
    add_to_all_contracts: z
      .boolean()
      .optional()
      .meta({ description: "Creates missing renewals; those that a customer rejected stay rejected." }),
    reject_on_all_contracts: z.boolean().optional().meta({ description: "Rejects every current renewal." }),
    enable_notification_on_all_contracts: z.boolean().optional().meta({ description: "Turns notices on." }),
    disable_notification_on_all_contracts: z.boolean().optional().meta({ description: "Turns notices off." }),
  })
  .meta({
    id: "BulkAutomaticRenewalRequest",
    description: "At least one is true; turning notices on and off at once is refused.",
    minProperties: 1,
    examples: [{ add_to_all_contracts: true }],
  });
export type BulkRenewalsBody = z.infer<typeof bulkRenewalsBody>;

export const renewalParams = z.object({ arid: z.string().max(64) });
