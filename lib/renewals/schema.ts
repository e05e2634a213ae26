import { z } from "zod";
import { wireInstant } from "#lib/wire.ts";

/** An automatic renewal, as it is answered (partner-api.md § Automatic renewal). */
export const automaticRenewal = z
  .object({
    arid: z.string(),
    cid: z.string(),
    default_application: z.boolean().meta({ description: "True where the partner's default created it, not a call." }),
    applied: z.boolean(),
    applied_at: wireInstant.nullable(),
    use_notification: z.boolean(),
    duration_months: z.int().meta({ description: "How long the contract that the renewal creates lasts, in calendar months." }),
    rejected: z.boolean(),
    rejected_at: wireInstant.nullable(),
    renewal_scheduled_for: wireInstant.meta({ description: "The end of the contract." }),
    notified: z.boolean(),
    notified_at: wireInstant.nullable(),
    notification_scheduled_for: wireInstant.meta({ description: "One calendar month before the renewal." }),
    extension: z.int().meta({ description: "How many renewals led to this contract." }),
    next_cid: z.string().nullable().meta({ description: "The contract that the renewal created." }),
    created_at: wireInstant,
    updated_at: wireInstant,
  })
  .meta({ id: "AutomaticRenewal" });
export type WireRenewal = z.infer<typeof automaticRenewal>;

/** An automatic renewal in a webhook payload: `id` for `arid`, and the renter's `uid` (partner-api.md § Automatic renewal). */
export const renewalPayload = automaticRenewal
  .omit({ arid: true })
  .extend({ id: z.string(), uid: z.string() })
  .meta({ id: "AutomaticRenewalPayload" });
export type RenewalPayload = z.infer<typeof renewalPayload>;
