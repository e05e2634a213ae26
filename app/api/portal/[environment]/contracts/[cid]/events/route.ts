import { readContractHistory } from "#lib/contracts/read.ts";
import { contractParams } from "#lib/contracts/schema.ts";
import { historyQuery } from "#lib/events/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "partner", params: contractParams, query: historyQuery }, (ctx, { params, query }) =>
  readContractHistory(ctx, params.cid, query),
);
