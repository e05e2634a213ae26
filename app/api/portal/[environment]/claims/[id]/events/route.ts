import { claimParams } from "#components/claims/requests.ts";
import { historyQuery } from "#components/contracts/requests.ts";
import { readClaimHistory } from "#lib/claims/read.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: claimParams, query: historyQuery }, (ctx, { params, query }) =>
  readClaimHistory(ctx, params.id, query),
);
