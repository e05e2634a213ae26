import { portalRoute } from "#lib/http/portal.ts";
import { listForPortal } from "#lib/products/list-for-portal.ts";
import { productListQuery } from "#lib/products/schema-portal.ts";

export const GET = portalRoute({ for: "partner", query: productListQuery }, (ctx, { query }) => listForPortal(ctx, query));
