import { webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { rotateSecret } from "#lib/webhooks/signing.ts";

export const POST = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => rotateSecret(ctx, params.webhookId));
