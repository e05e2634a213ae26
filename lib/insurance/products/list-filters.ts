import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

export const productFilters = {
  /** An identifier, or a part of title, brand, model or uid. */
  search: { kind: "search" },
  type: { kind: "choices", column: "product_type", values: productTypeNames, isUnindexed: true },
} as const satisfies Filters;
