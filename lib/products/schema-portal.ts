import { z } from "zod";
import { productTypeNames } from "#lib/catalogue.ts";
import { identifierLimit } from "#lib/contracts/requests.ts";
import { keyset, listOf } from "#lib/portal-lists.ts";

/** What the portal's list of products asks for. */
export const productListQuery = keyset.extend({
  /** A product by one of its identifiers, or any by part of their title, brand, model or uid. */
  search: z.string().trim().min(1).max(identifierLimit).optional(),
  type: listOf(z.enum(productTypeNames)).optional(),
});
export type ProductListQuery = z.output<typeof productListQuery>;
