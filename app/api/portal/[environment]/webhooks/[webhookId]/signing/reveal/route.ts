import { secretBody, webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { revealSecret } from "#lib/webhooks/signing.ts";

// A POST, so that the secret is in no address and the answer in no cache.
export const POST = portalRoute({ for: "owner", params: webhookParams, body: secretBody }, (ctx, { params, body }) =>
  revealSecret(ctx, params.webhookId, body.purpose),
);
