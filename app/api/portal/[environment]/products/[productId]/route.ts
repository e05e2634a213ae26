import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/products/read.ts";
import { productParams } from "#lib/products/schema.ts";

export const GET = portalRoute({ for: "partner", params: productParams }, (ctx, { params }) => readForPortal(ctx, params.productId));
