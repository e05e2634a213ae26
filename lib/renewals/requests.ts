import { z } from "zod";

const useNotification = z.boolean().meta({ description: "Whether the customer is sent a notice one month before.", examples: [true] });
const durationMonths = z
  .int()
  .min(1)
  .max(60)
  .meta({ description: "How long the next contract lasts, in calendar months within the contract type's limits.", examples: [12] });

/** The published body of `POST /contracts/{contractId}/automaticRenewal` (resolutions.md § 5). */
export const configureRenewalBody = z
  .strictObject({
    use_notification: useNotification.optional(),
    duration_months: durationMonths.optional(),
  })
  .meta({
    id: "CreateAutomaticRenewalRequest",
    description:
      "Left out: a notice is sent, and the next contract lasts as many months as this one; of a renewal that exists, what is left out stays.",
  });

/** The published body of `PATCH /contracts/{contractId}/automaticRenewal/{arid}` (resolutions.md § 5). */
export const amendRenewalBody = z
  .strictObject({
    use_notification: useNotification.optional(),
    rejected: z
      .boolean()
      .optional()
      .meta({ description: "True: the customer does not want the renewal; false: wants it again.", examples: [true] }),
    duration_months: durationMonths.optional(),
  })
  .meta({ id: "UpdateAutomaticRenewalRequest", description: "What changes; what is left out stays." });

/** The actions of `POST /contracts/action/automaticRenewals`, each on every open LMD and LLD contract (resolutions.md § 5). */
export const bulkRenewalsBody = z
  .strictObject({
    add_to_all_contracts: z
      .boolean()
      .optional()
      .meta({ description: "Creates the renewal where there is none, and makes a rejected one live again." }),
    reject_on_all_contracts: z.boolean().optional().meta({ description: "Rejects every live renewal." }),
    enable_notification_on_all_contracts: z.boolean().optional().meta({ description: "Turns notices on." }),
    disable_notification_on_all_contracts: z.boolean().optional().meta({ description: "Turns notices off." }),
  })
  .meta({
    id: "BulkAutomaticRenewalRequest",
    description: "At least one is true; turning notices on and off at once is refused.",
    examples: [{ add_to_all_contracts: true }],
  });
export type BulkRenewalsBody = z.infer<typeof bulkRenewalsBody>;
