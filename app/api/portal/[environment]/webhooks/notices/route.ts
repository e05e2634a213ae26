import { portalRoute } from "#lib/http/portal.ts";
import { seenBody } from "#lib/keys/requests.ts";
import { listOutageNotices, markOutageNoticesSeen } from "#lib/webhooks/outages.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listOutageNotices(ctx));
export const POST = portalRoute({ for: "owner", body: seenBody }, (ctx, { body }) => markOutageNoticesSeen(ctx, body.until));
