import { portalRoute } from "#lib/http/portal.ts";
import { listForPortal, productListQuery } from "#lib/products/list.ts";

export const GET = portalRoute({ for: "partner", query: productListQuery }, (ctx, { query }) => listForPortal(ctx, query));
