import { z } from "zod";
import { premiumKinds } from "#db/schema/enums.ts";
import { monthPattern } from "#lib/insurance/statements/rules/months.ts";
import { wireInstant } from "#lib/platform/wire/wire.ts";

export const statementFormats = ["csv", "json"] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Another text is no month, which a verb answers like a month without a statement. */
export const monthText = z.string().max(20);
export const monthParams = z.object({ month: monthText });
export const statementFileParams = z.object({ month: monthText, format: z.enum(statementFormats) });

const euros = (description: string) => z.number().meta({ description });

/** Amounts are euros, taxes included unless they say otherwise (rules/statements.md#figures-1, #figures-3). */
export const figures = z.object({
  contracts_created: z.int().meta({ description: "Contracts created or renewed in the month." }),
  premium_written: euros("The premium of new contracts and products, and of changes that raise a price."),
  premium_returned: euros("The premium given back by changes, cancellations and terminations: zero or negative."),
  premium_net: euros("What was written and returned, added up."),
  tax: euros("The insurance tax in `premium_net`: that of each entry by the rate of its contract's price list, rounded per entry."),
  premium_net_excluding_tax: euros("`premium_net` less `tax`."),
  claims_submitted: z.int().meta({ description: "Claims submitted in the month." }),
  claims_paid: euros("Refunds paid in the month, less those whose transfer failed in it."),
  claims_charged: euros("What deductions, such as a deductible, withheld in the month from the refunds in `claims_paid`."),
  claims_net: euros("`claims_paid` less `claims_charged`: what was transferred."),
  loss_ratio: z
    .number()
    .nullable()
    .meta({ description: "`claims_net` divided by `premium_net_excluding_tax`, to four decimals; null where there is no premium." }),
});
export type Figures = z.output<typeof figures>;
const totals = figures.meta({ id: "StatementFigures", description: "The figures of a month, of all renters together." });

const renterFigures = z.object({
  uid: z.string().meta({ description: "The renter." }),
  company_name: z.string().nullable().meta({ description: "Its name; null where it is no longer registered." }),
  ...figures.shape,
});

const statementFigures = z.object({ totals: figures, renters: z.array(renterFigures) });
export type StatementFigures = z.output<typeof statementFigures>;

export type TaxFigure = "tax" | "premium_net_excluding_tax";
type UntilTaxIsAdded<Of extends Figures> = Omit<Of, TaxFigure> & Partial<Pick<Of, TaxFigure>>;
/** The stored figures of a closed month. Earlier releases stored no tax, which `closeMonths` adds. */
export interface StoredFigures {
  totals: UntilTaxIsAdded<Figures>;
  renters: UntilTaxIsAdded<StatementFigures["renters"][number]>[];
}

/** What the stored totals of an open month have of a renter; amounts in cents. */
export interface RenterTotals {
  uid: string;
  contracts: number;
  written: number;
  returned: number;
  tax: number;
}

const month = z
  .string()
  .regex(monthPattern)
  .meta({ description: "The month, in Europe/Paris.", examples: ["2027-01"] });
const closed = z.boolean().meta({
  description:
    "True once the figures of the month are stored, soon after it closes on the third of the next month at 00:00 Europe/Paris. They then never change.",
});

export const statementSummary = z
  .object({ month, closed, totals })
  .meta({ id: "StatementSummary", description: "A month's statement in total." });
export type WireStatementSummary = z.output<typeof statementSummary>;

export const statement = z
  .object({
    month,
    closed,
    closed_at: wireInstant.nullable().meta({ description: "When the month closed; null while it is open." }),
    currency: z.literal("EUR").meta({ description: "Of every amount." }),
    sha256: z
      .string()
      .nullable()
      .meta({ description: "SHA-256 of the month's entries as `format=csv` returns them; null while the month is open." }),
    totals,
    renters: z.array(renterFigures.meta({ id: "StatementRenter", description: "The figures of one renter." })).meta({
      description: "The renters that have any figure in the month.",
    }),
  })
  .meta({ id: "Statement", description: "What was insured in a month, what it cost, and what was paid." });
export type WireStatement = z.output<typeof statement>;

export const premiumEntry = z
  .object({
    id: z.string().meta({ description: "The entry.", examples: ["prem_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    at: wireInstant,
    uid: z.string().meta({ description: "The renter." }),
    cid: z.string().meta({ description: "The contract." }),
    contract_product_id: z.string().meta({ description: "The key of the product in the contract's `products`." }),
    kind: z.enum(premiumKinds).meta({ description: "What changed the price." }),
    amount: euros("By how much the price of the product changed, negative where it fell."),
  })
  .meta({ id: "PremiumEntry", description: "A change of a contract's price. All entries of a contract add up to its price." });
export type WirePremiumEntry = z.output<typeof premiumEntry>;
