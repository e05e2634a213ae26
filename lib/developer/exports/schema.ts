import { z } from "zod";

export const partnerLists = [
  ...(["activity", "calls", "claims", "contracts", "deliveries", "errors", "events", "products", "renewals", "renters"] as const),
  ...(["statement-entries", "statement-refunds", "statement-renters", "statements", "webhooks"] as const),
] as const;
export type PartnerListName = (typeof partnerLists)[number];
export const supportLists = [
  ...(["audit", "claims", "keys", "partners", "payments", "renters", "security"] as const),
  ...(["statement-partners", "statement-renters", "statements"] as const),
] as const;
export type SupportListName = (typeof supportLists)[number];

export const partnerExportParams = z.object({ list: z.enum(partnerLists) });
export const supportExportParams = z.object({ list: z.enum(supportLists) });
/** More than any list has. The audit log keeps them for ever. */
const maxFilters = 20;

/** The same filters as in the address of the list. */
export const exportBody = z.strictObject({
  filters: z.record(z.string().max(40), z.string().max(4000)).refine((filters) => Object.keys(filters).length <= maxFilters, "too many"),
});
