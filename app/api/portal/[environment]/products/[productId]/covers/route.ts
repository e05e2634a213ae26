import { portalRoute } from "#lib/http/portal.ts";
import { keyset } from "#lib/portal-lists.ts";
import { listCovers } from "#lib/products/list.ts";
import { productParams } from "#lib/products/schema.ts";

export const GET = portalRoute({ for: "partner", params: productParams, query: keyset }, (ctx, { params, query }) =>
  listCovers(ctx, params.productId, query),
);
