import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { identifier, partnerStatusChange } from "#lib/support/schema.ts";
import { setPartnerStatus } from "#lib/support/set-partner-status.ts";

const params = z.object({ partnerId: identifier });

export const PUT = portalRoute({ for: "support", params, body: partnerStatusChange }, (ctx, { params: { partnerId }, body }) =>
  setPartnerStatus(ctx, partnerId, body),
);
