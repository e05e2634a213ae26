import { listCovers, listForPortal, productListQuery } from "#lib/insurance/products/list.ts";
import { readForPortal } from "#lib/insurance/products/read.ts";
import { productParams } from "#lib/insurance/products/schema.ts";
import { keyset } from "#lib/platform/lists/portal-lists.ts";
import { member, router } from "#lib/rpc/procedures.ts";

export const products = router({
  list: member.input(productListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  read: member.input(productParams).query(({ ctx, input }) => readForPortal(ctx, input.productId)),
  covers: member.input(keyset.extend(productParams.shape)).query(({ ctx, input }) => listCovers(ctx, input.productId, input)),
});
