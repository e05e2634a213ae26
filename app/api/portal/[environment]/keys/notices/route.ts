import { seenBody } from "#components/keys/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { listNotices } from "#lib/keys/list-notices.ts";
import { seeNotices } from "#lib/keys/see-notices.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => listNotices(ctx));
export const POST = portalRoute({ for: "owner", body: seenBody }, (ctx, { body }) => seeNotices(ctx, body.until));
