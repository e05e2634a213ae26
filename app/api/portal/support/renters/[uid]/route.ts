import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { readForSupport } from "#lib/renters/read.ts";
import { change } from "#lib/renters/register.ts";
import { renterChange, renterUid } from "#lib/renters/schema.ts";

const params = z.object({ uid: renterUid });

export const GET = portalRoute({ for: "support", params }, (ctx, { params: { uid } }) => readForSupport(ctx, uid));

export const PATCH = portalRoute({ for: "support", params, body: renterChange }, (ctx, { params: { uid }, body }) =>
  change(ctx, uid, body),
);
