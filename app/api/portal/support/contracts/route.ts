import { portalRoute } from "#lib/http/portal.ts";
import { findContract } from "#lib/support/find-contract.ts";
import { contractFindQuery } from "#lib/support/schema.ts";

export const GET = portalRoute({ for: "staff", query: contractFindQuery }, (ctx, { query: { cid } }) => findContract(ctx, cid));
