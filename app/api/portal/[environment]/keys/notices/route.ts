import { portalRoute } from "#lib/http/portal.ts";
import { listNotices, markNoticesSeen } from "#lib/keys/notices.ts";
import { seenBody } from "#lib/keys/requests.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listNotices(ctx));
export const POST = portalRoute({ for: "owner", body: seenBody }, (ctx, { body }) => markNoticesSeen(ctx, body.until));
