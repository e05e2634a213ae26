import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { admitRenter, detach } from "#lib/renters/attach.ts";
import { listOfPartner } from "#lib/renters/list.ts";
import { detachment, partnerAdmission, renterListQuery } from "#lib/renters/schema.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const GET = portalRoute({ for: "support", params, query: renterListQuery }, (ctx, { params: { partnerId }, query }) =>
  listOfPartner(ctx, partnerId, query),
);

const attached = partnerAdmission.omit({ partnerId: true });
export const POST = portalRoute({ for: "support", params, body: attached }, (ctx, { params: { partnerId }, body }) =>
  admitRenter(ctx, { partnerId, ...body }),
);

const detached = detachment.omit({ partnerId: true });
export const DELETE = portalRoute({ for: "support", params, body: detached }, (ctx, { params: { partnerId }, body }) =>
  detach(ctx, { partnerId, ...body }),
);
