import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { changePartner } from "#lib/partners/change.ts";
import { read } from "#lib/partners/list.ts";
import { partnerSettingsChange } from "#lib/partners/schema.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const GET = portalRoute({ for: "support", params }, (ctx, { params: { partnerId } }) => read(ctx, partnerId));

export const PATCH = portalRoute({ for: "support", params, body: partnerSettingsChange }, (ctx, { params: { partnerId }, body }) =>
  changePartner(ctx, partnerId, body),
);
