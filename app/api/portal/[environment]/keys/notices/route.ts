import { seenBody } from "#components/keys/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { listNotices, seeNotices } from "#lib/keys/notices.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listNotices(ctx));
export const POST = portalRoute({ for: "owner", body: seenBody }, (ctx, { body }) => seeNotices(ctx, body.until));
