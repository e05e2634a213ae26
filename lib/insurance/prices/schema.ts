import { z } from "zod";
import type { proposalStatuses } from "#db/schema/enums.ts";
import { contractTypes, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { textLine } from "#lib/platform/text/contacts.ts";

/** Rates and factors are integer basis points, so that no price goes through a binary fraction. */
export const basisPointsInOne = 10_000;

/** Applies to every partner without a tariff of its own. */
export const publicTariffName = "public";

const productTypeNames = Object.keys(productTypes) as [ProductType, ...ProductType[]];

/** Options with a fixed price a month. `assistance` is a synonym of `assistance_premium`. */
export const extras = ["ia", "rc", "assistance_standard", "assistance_premium"] as const satisfies readonly Option[];

export const usages = ["pro", "transporter", "sharing", "no_deductible"] as const satisfies readonly Option[];

const share = z.int().min(0).max(basisPointsInOne);
const factor = z
  .int()
  .positive()
  .max(10 * basisPointsInOne);
const cents = z.int().min(0);

const annualRates = z.strictObject({ break: share, theft: share, client_theft: share.optional() });

/** `bike/electric`: a type and one of its subtypes. */
export type SubtypeKey = `${ProductType}/${string}`;

export const subtypeKeys = productTypeNames.flatMap((type) => productTypes[type].map((subtype): SubtypeKey => `${type}/${subtype}`));

/** Rates and factors are basis points, amounts are cents (rules/prices.md#premium-1). */
export const tariffRates = z.strictObject({
  /** Yearly shares of the value; those of the chosen options add up. */
  annualRates: z.record(z.enum(productTypeNames), annualRates),
  /** Rates that win over those of the type (rules/prices.md#premium-11). */
  subtypeRates: z.partialRecord(z.enum(subtypeKeys), annualRates.partial()).optional(),
  termFactors: z.record(z.enum(contractTypes), factor),
  /** An LCD of at most this many hours costs half a day. */
  halfDayHours: z.int().min(0).max(24),
  /** Cents per started month. */
  extrasPerMonth: z.record(z.enum(extras), cents),
  usageFactors: z.record(z.enum(usages), factor),
  taxRate: share,
  minimum: cents,
});
export type TariffRates = z.infer<typeof tariffRates>;

export const newTariff = z.strictObject({
  name: textLine(64),
  version: z.string().trim().min(1).max(64),
  effectiveFrom: z.date(),
  rates: tariffRates,
});
export type NewTariff = z.infer<typeof newTariff>;

/** A tariff version never changes, so that every price can be computed again. */
export const tariff = newTariff.extend({ id: z.string() });
export type Tariff = z.infer<typeof tariff>;

export type ProposalStatus = (typeof proposalStatuses)[number];
