import { z } from "zod";
import { reopenContract } from "#lib/contracts/reopen.ts";
import { reopening } from "#lib/contracts/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ cid: identifier });

export const POST = portalRoute({ for: "support", params, body: reopening }, (ctx, { params: { cid }, body }) =>
  reopenContract(ctx, cid, body),
);
