import { productParams } from "#components/products/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { readForPortal } from "#lib/products/read.ts";

export const GET = portalRoute({ for: "partner", params: productParams }, (ctx, { params }) => readForPortal(ctx, params.productId));
