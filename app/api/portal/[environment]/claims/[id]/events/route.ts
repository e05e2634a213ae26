import { readClaimHistory } from "#lib/claims/read.ts";
import { claimParams } from "#lib/claims/requests.ts";
import { historyQuery } from "#lib/events/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: claimParams, query: historyQuery }, (ctx, { params, query }) =>
  readClaimHistory(ctx, params.id, query),
);
