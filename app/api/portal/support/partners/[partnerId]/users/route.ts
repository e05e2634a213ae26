import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { keyset } from "#lib/portal-lists.ts";
import { invite, listUsers } from "#lib/users/administration.ts";
import { partnerInvitation } from "#lib/users/schema.ts";
import { identifier } from "#lib/wire.ts";

const params = z.object({ partnerId: identifier });

export const GET = portalRoute({ for: "support", params, query: keyset }, (ctx, { params: { partnerId }, query }) =>
  listUsers(ctx, partnerId, query),
);

export const POST = portalRoute({ for: "support", params, body: partnerInvitation }, (ctx, { params: { partnerId }, body }) =>
  invite(ctx, { kind: "partner", partnerId, ...body }),
);
