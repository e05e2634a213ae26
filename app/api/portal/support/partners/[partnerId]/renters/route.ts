import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { grantRenter, detach } from "#lib/renters/attach.ts";
import { listOfPartner } from "#lib/renters/list.ts";
import { detachment, renterGrant, renterListQuery } from "#lib/renters/schema.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const GET = portalRoute({ for: "support", params, query: renterListQuery }, (ctx, { params: { partnerId }, query }) =>
  listOfPartner(ctx, partnerId, query),
);

const attached = renterGrant.omit({ partnerId: true });
export const POST = portalRoute({ for: "support", params, body: attached }, (ctx, { params: { partnerId }, body }) =>
  grantRenter(ctx, { partnerId, ...body }),
);

const detached = detachment.omit({ partnerId: true });
export const DELETE = portalRoute({ for: "support", params, body: detached }, (ctx, { params: { partnerId }, body }) =>
  detach(ctx, { partnerId, ...body }),
);
