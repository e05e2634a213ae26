import type { WireClaim } from "#lib/claims/schema.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import type { PayloadKind } from "#lib/events/catalogue.ts";
import type { RenewalPayload } from "#lib/renewals/schema.ts";

export type Change =
  | { field: "start" | "end"; from: string; to: string }
  | { field: "price" | "refunded"; from: number; to: number }
  | { field: "products" | "documents" | "months"; from: number; to: number }
  | { field: "status"; from: WireClaim["status"]; to: WireClaim["status"] }
  | { field: "options"; from: readonly string[]; to: readonly string[] };

type Value = Change["from"];

/** The shown fields by payload kind. A contract's status is left out, since the event's type says it. */
const told: { readonly [Kind in PayloadKind]: (data: never) => Partial<Record<Change["field"], Value>> } = {
  contract: ({ start_date, end_date, price, products, options }: WireContract) => ({
    start: start_date,
    end: end_date,
    price,
    products: Object.values(products).filter(({ status }) => status !== "has_been_replaced").length,
    options: [...options].toSorted(),
  }),
  renewal: ({ duration_months, renewal_scheduled_for }: RenewalPayload) => ({ end: renewal_scheduled_for, months: duration_months }),
  claim: ({ status, documentEntries, settlements }: WireClaim) => ({
    status,
    documents: documentEntries.filter(({ document }) => document !== null).length,
    refunded: settlements.reduce((cents, { type, amount }) => cents + (type === "refund" ? Math.round(amount * 100) : 0), 0) / 100,
  }),
};

export function changesBetween(kind: PayloadKind, before: unknown, after: unknown): Change[] {
  const [from, to] = [told[kind](before as never), told[kind](after as never)];
  return (Object.keys(to) as Change["field"][])
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }) as Change);
}
