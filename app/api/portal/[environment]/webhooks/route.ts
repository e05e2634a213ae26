import { portalRoute } from "#lib/http/portal.ts";
import { list } from "#lib/webhooks/list.ts";
import { create, settingsOfNew } from "#lib/webhooks/manage.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => list(ctx));
export const POST = portalRoute({ for: "owner", body: settingsOfNew }, (ctx, { body }) => create(ctx, body));
