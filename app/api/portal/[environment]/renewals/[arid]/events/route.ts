import { historyQuery } from "#components/contracts/requests.ts";
import { renewalParams } from "#components/renewals/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { readRenewalHistory } from "#lib/renewals/read.ts";

export const GET = portalRoute({ for: "partner", params: renewalParams, query: historyQuery }, (ctx, { params, query }) =>
  readRenewalHistory(ctx, params.arid, query),
);
