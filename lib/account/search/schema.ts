import type { Environment } from "#lib/platform/environments.ts";

/** The fields of entries, in the order of their letters. */
export const searchFields = [
  ...(["ownName", "ownCompany", "ownTitle", "number", "id", "uid", "marking", "internalId", "name", "company", "email", "phone"] as const),
  ...(["userName", "title", "product", "renter", "city", "path", "idempotencyKey", "body"] as const),
] as const;
export type FieldKey = (typeof searchFields)[number];
/** A field as a result names it. */
export type SearchFieldName = Exclude<FieldKey, `own${string}`> | "errorCode" | "about";

/** A thing, call, event or delivery that a search found, as its list shows it. */
export interface Found<Kind extends string> {
  kind: Kind;
  id: string;
  title: string;
  hint: string;
  /** Empty for a rental company in the console, which is of no partner. */
  partner: string;
  /** Null for a rental company, which is of no environment. */
  environment: Environment | null;
  /** The status of a contract, a claim, a renewal or a delivery. */
  status: string | null;
  /** The first and the last day of cover. */
  cover: [from: string, until: string] | null;
  /** The field that contains the text; absent for what an identifier or a name found. */
  field: SearchFieldName | null;
  /** True for the last of a kind of which there are more. */
  hasMore?: true;
}
