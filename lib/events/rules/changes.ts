import type { WireClaim } from "#lib/claims/schema.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import type { PayloadKind } from "#lib/events/catalogue.ts";
import type { RenewalPayload } from "#lib/renewals/schema.ts";

/** What an event changed, as people look for it: a day, an amount in euros, a number, a state, a list. */
export type Change =
  | { field: "start" | "end"; from: string; to: string }
  | { field: "price" | "refunded"; from: number; to: number }
  | { field: "products" | "documents" | "months"; from: number; to: number }
  | { field: "status"; from: WireClaim["status"]; to: WireClaim["status"] }
  | { field: "options"; from: readonly string[]; to: readonly string[] };

type Value = Change["from"];

/** What of an event's payload is told, by the kind of the payload; the state of a contract is what its events are called after. */
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

/** What differs between the data of an event and that of the one before it about the same thing. */
export function changesBetween(kind: PayloadKind, before: unknown, after: unknown): Change[] {
  const [from, to] = [told[kind](before as never), told[kind](after as never)];
  return (Object.keys(to) as Change["field"][])
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }) as Change);
}
