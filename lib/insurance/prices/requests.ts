import { z } from "zod";
import { contractTypes, isSubtypeOf, options, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option } from "#lib/insurance/catalogue/catalogue.ts";
import { productSubtype } from "#lib/insurance/catalogue/schema.ts";
import { identifierLimit } from "#lib/platform/wire/limits.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";

/** A million euros. */
const maxValueCents = 100_000_000;
/** Far more than a price list is. */
const maxFileLength = 100_000;
const file = z.string().min(1).max(maxFileLength);

/** A day in Europe/Paris; the list takes effect with its beginning. */
export const tariffFile = z.object({ file, day: z.iso.date() });
export const tariffProposalForm = tariffFile.extend({
  /** New figures that change by more than half, as a person typed them, by their paths. */
  confirmed: z.record(z.string().max(100), z.number()).default({}),
  reason,
});
export const proposalParams = z.object({ proposalId: identifier });
export const rejectionInput = proposalParams.extend({ reason });
export const tariffWithdrawal = z.object({ tariffId: identifier, reason });
export const tariffExport = z.object({ tariffId: identifier, format: z.enum(["json", "csv"]), language: z.enum(["en", "fr"]) });

export const priceQuestion = z
  .object({
    /** The renter, whose calendar counts the days and months. */
    uid: z.string().max(identifierLimit),
    productType: z.enum(productTypeNames),
    productSubtype: productSubtype.nullable().default(null),
    contractType: z.enum(contractTypes),
    valueExclCents: z.int().positive().max(maxValueCents),
    startDate: z.coerce.date(),
    endDate: z.coerce.date(),
    options: z.array(z.enum(options as [Option, ...Option[]])).max(options.length),
  })
  .refine(({ productType, productSubtype: subtype }) => subtype === null || isSubtypeOf(productType, subtype), { path: ["productSubtype"] })
  .refine(({ startDate, endDate }) => endDate > startDate, { path: ["endDate"], error: "must be after the start" });
export type PriceQuestion = z.output<typeof priceQuestion>;
