import { contractFindQuery } from "#lib/contracts/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { findContract } from "#lib/support/find-insurance.ts";

export const GET = portalRoute({ for: "staff", query: contractFindQuery }, (ctx, { query: { cid } }) => findContract(ctx, cid));
