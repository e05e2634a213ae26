import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { setPartnerStatus } from "#lib/partners/change.ts";
import { partnerStatusChange } from "#lib/partners/schema.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const PUT = portalRoute({ for: "support", params, body: partnerStatusChange }, (ctx, { params: { partnerId }, body }) =>
  setPartnerStatus(ctx, partnerId, body),
);
