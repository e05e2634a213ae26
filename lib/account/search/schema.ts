/** The fields of entries, in the order of their letters. */
export const searchFields = [
  ...(["ownName", "ownCompany", "ownTitle", "number", "id", "uid", "marking", "internalId", "name", "company", "email", "phone"] as const),
  ...(["userName", "title", "product", "renter", "city", "path", "idempotencyKey", "body"] as const),
] as const;
export type FieldKey = (typeof searchFields)[number];
/** A field as a result names it. */
export type SearchFieldName = Exclude<FieldKey, `own${string}`> | "errorCode" | "about";
