import type { PayloadKind } from "#lib/delivery/event-catalogue.ts";
import type { DocumentEntry, WireClaim } from "#lib/insurance/claims/schema.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import type { RenewalPayload } from "#lib/insurance/renewals/schema.ts";

interface Values {
  start: string;
  end: string;
  price: number;
  products: number;
  months: number;
  status: WireClaim["status"];
  options: readonly string[];
}

/** A settlement that is new, or whose payment has got further. */
interface SettlementChange {
  field: "settlement";
  id: string;
  type: WireClaim["settlements"][number]["type"];
  /** In euros; negative for a deduction. */
  amount: number;
}

type ValueChange = { [Field in keyof Values]: { field: Field; from: Values[Field]; to: Values[Field] } }[keyof Values];

/** A change that lists only field names: personal values are not repeated. */
interface NamedChange {
  field: "company" | "individual" | "data" | "replaced" | "uploaded" | "requested" | "accepted" | "refused" | "reason" | "note";
  names: readonly string[];
}

export type Change = ValueChange | NamedChange | SettlementChange;

interface Rules<Data> {
  /** The shown values. A contract's status is left out, since the event's type says it. */
  values: (data: Data) => Partial<Values>;
  settlements?: (before: Data, after: Data) => readonly SettlementChange[];
  names?: (before: Data, after: Data) => { [Field in NamedChange["field"]]?: readonly string[] };
}

const rules: { contract: Rules<WireContract>; renewal: Rules<RenewalPayload>; claim: Rules<WireClaim> } = {
  contract: {
    values: ({ start_date, end_date, price, products, options }) => ({
      start: start_date,
      end: end_date,
      price,
      products: Object.values(products).filter(({ status }) => status !== "has_been_replaced").length,
      options: [...options].toSorted(),
    }),
    names: (before, after) => ({
      company: namesOfChanged(before.company, after.company),
      individual: namesOfChanged(before.individual, after.individual),
      ...productsBetween(before.products, after.products),
    }),
  },
  renewal: { values: ({ duration_months, renewal_scheduled_for }) => ({ end: renewal_scheduled_for, months: duration_months }) },
  claim: {
    values: ({ status }) => ({ status }),
    names: (before, after) => ({
      ...documentsBetween(before.documentEntries, after.documentEntries),
      note: after.note === null || after.note === before.note ? [] : [after.note],
    }),
    settlements: (before, after) => {
      const states = new Map(before.settlements.map(({ id, paymentState }) => [id, paymentState]));
      return after.settlements
        .filter(({ id, paymentState }) => !states.has(id) || states.get(id) !== paymentState)
        .map(({ id, type, amount }) => ({ field: "settlement", id, type, amount: type === "charge" ? -amount : amount }));
    },
  },
};

export function changesBetween(kind: PayloadKind, before: unknown, after: unknown): Change[] {
  const { values, names, settlements } = rules[kind] as Rules<unknown>;
  const [from, to] = [values(before), values(after)];
  const changed = (Object.keys(to) as (keyof Values)[])
    .filter((field) => !isSame(from[field], to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }) as Change);
  const named = Object.entries(names?.(before, after) ?? {}) as [NamedChange["field"], readonly string[]][];
  const money = settlements?.(before, after) ?? [];
  return [...changed, ...money, ...named.filter(([, each]) => each.length > 0).map(([field, each]) => ({ field, names: each }))];
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function namesOfChanged(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isSame(before[name], after[name]));
}

/** The replaced entries, and the changes of their data. */
function productsBetween(before: WireContract["products"], after: WireContract["products"]) {
  const known = Object.entries(before);
  const replaced = known.filter(([cpid, { replaced_by }]) => replaced_by === undefined && after[cpid]?.replaced_by !== undefined);
  const data = known.flatMap(([cpid, entry]) => {
    const successor = after[after[cpid]?.replaced_by ?? cpid];
    return successor === undefined ? [] : namesOfChanged(entry.data, successor.data);
  });
  return { replaced: replaced.map(([cpid]) => cpid), data: [...new Set(data)] };
}

function documentsBetween(before: readonly DocumentEntry[], after: readonly DocumentEntry[]) {
  const byType = new Map(before.map((entry) => [entry.type, entry]));
  const became = (status: DocumentEntry["status"]) =>
    after.filter((entry) => entry.status === status && byType.get(entry.type)?.status !== status);
  const refused = became("rejected");
  return {
    uploaded: typesOf(after.filter(({ type, document }) => document !== null && document.id !== byType.get(type)?.document?.id)),
    requested: typesOf(after.filter(({ type }) => !byType.has(type))),
    accepted: typesOf(became("accepted")),
    refused: typesOf(refused),
    reason: refused.flatMap(({ document }) => document?.refusalReason ?? []),
  };
}

function typesOf(entries: readonly DocumentEntry[]): string[] {
  return entries.map(({ type }) => type);
}
