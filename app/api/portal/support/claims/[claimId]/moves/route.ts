import { z } from "zod";
import { makeMove } from "#lib/claims/make-move.ts";
import { claimMove } from "#lib/claims/schema-desk.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ claimId: identifier });

export const POST = portalRoute({ for: "handler", params, body: claimMove }, async (ctx, { params: { claimId }, body }) => {
  // The desk reads the claim again, with who did it.
  await makeMove(ctx, claimId, body);
});
