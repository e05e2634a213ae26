import { contractParams, historyQuery } from "#components/contracts/requests.ts";
import { readContractHistory } from "#lib/contracts/read.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: contractParams, query: historyQuery }, (ctx, { params, query }) =>
  readContractHistory(ctx, params.cid, query),
);
