import { z } from "zod";
import { portalRoute } from "#lib/http/portal.ts";
import { identifier, partnerInvitation } from "#lib/support/schema.ts";
import { invite } from "#lib/users/invite.ts";
import { listUsers } from "#lib/users/list.ts";

const params = z.object({ partnerId: identifier });

export const GET = portalRoute({ for: "support", params }, (ctx, { params: { partnerId } }) => listUsers(ctx, partnerId));

export const POST = portalRoute({ for: "support", params, body: partnerInvitation }, (ctx, { params: { partnerId }, body }) =>
  invite(ctx, { kind: "partner", partnerId, ...body }),
);
