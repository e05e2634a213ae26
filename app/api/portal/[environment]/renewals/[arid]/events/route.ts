import { historyQuery } from "#lib/events/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { readRenewalHistory } from "#lib/renewals/read.ts";
import { renewalParams } from "#lib/renewals/schema.ts";

export const GET = portalRoute({ for: "partner", params: renewalParams, query: historyQuery }, (ctx, { params, query }) =>
  readRenewalHistory(ctx, params.arid, query),
);
