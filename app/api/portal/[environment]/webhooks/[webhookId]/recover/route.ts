import { recoverBody, webhookParams } from "#components/webhooks/requests.ts";
import { countRecoverable, recover } from "#lib/deliveries/recover.ts";
import { recovery } from "#lib/deliveries/schema.ts";
import { portalRoute } from "#lib/http/portal.ts";

export const GET = portalRoute({ for: "owner", params: webhookParams, query: recovery }, (ctx, { params, query }) =>
  countRecoverable(ctx, params.webhookId, query),
);
export const POST = portalRoute({ for: "owner", params: webhookParams, body: recoverBody }, (ctx, { params, body }) =>
  recover(ctx, params.webhookId, body),
);
