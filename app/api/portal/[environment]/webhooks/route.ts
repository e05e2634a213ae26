import { portalRoute } from "#lib/http/portal.ts";
import { create } from "#lib/webhooks/create.ts";
import { list } from "#lib/webhooks/list.ts";
import { settingsOfNew } from "#lib/webhooks/settings.ts";

export const GET = portalRoute({ for: "owner" }, (ctx) => list(ctx));
export const POST = portalRoute({ for: "owner", body: settingsOfNew }, (ctx, { body }) => create(ctx, body));
