import { testEventBody, webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { sendTestEvent } from "#lib/webhooks/send-test-event.ts";

export const POST = portalRoute({ for: "owner", params: webhookParams, body: testEventBody }, (ctx, { params, body }) =>
  sendTestEvent(ctx, params.webhookId, body.eventType),
);
