import { webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { overviewQuery } from "#lib/overview/schema.ts";
import { readHealth } from "#lib/webhooks/health.ts";

export const GET = portalRoute({ for: "owner", params: webhookParams, query: overviewQuery }, (ctx, { params, query }) =>
  readHealth(ctx, params.webhookId, query),
);
