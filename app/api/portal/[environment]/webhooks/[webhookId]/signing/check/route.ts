import { receivedRequestBody, webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { checkSignature } from "#lib/webhooks/signing.ts";

export const POST = portalRoute({ for: "owner", params: webhookParams, body: receivedRequestBody }, (ctx, { params, body }) =>
  checkSignature(ctx, params.webhookId, body),
);
