import { insuredClaimParams } from "#components/sandbox/requests.ts";
import { claimMove } from "#lib/claims/schema-desk.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { playClaimMove } from "#lib/sandbox/play.ts";

export const POST = portalRoute({ for: "partner", params: insuredClaimParams, body: claimMove }, (ctx, { params, body }) =>
  playClaimMove(ctx, params.id, body),
);
