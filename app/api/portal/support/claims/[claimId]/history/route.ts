import { z } from "zod";
import { readDeskHistory } from "#lib/claims/read.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ claimId: identifier });

export const GET = portalRoute({ for: "staff", params }, (ctx, { params: { claimId } }) => readDeskHistory(ctx, claimId));
