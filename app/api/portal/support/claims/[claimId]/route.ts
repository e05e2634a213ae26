import { z } from "zod";
import { readForDesk } from "#lib/claims/read.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ claimId: identifier });

export const GET = portalRoute({ for: "staff", params }, (ctx, { params: { claimId } }) => readForDesk(ctx, claimId));
