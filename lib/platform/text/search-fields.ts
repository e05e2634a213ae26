/** The fields that a search looks through, by name: what a result says of where the text is. No imports, since the browser loads it. */
const searchFieldNames = [
  ...([
    "id",
    "number",
    "renter",
    "name",
    "email",
    "phone",
    "company",
    "marking",
    "internalId",
    "userName",
    "product",
    "uid",
    "title",
  ] as const),
  ...(["city", "path", "idempotencyKey", "body", "errorCode", "about"] as const),
] as const;
export type SearchFieldName = (typeof searchFieldNames)[number];
