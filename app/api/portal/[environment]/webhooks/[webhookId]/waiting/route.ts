import { webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { countWaiting } from "#lib/webhooks/manage.ts";

export const GET = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => countWaiting(ctx, params.webhookId));
