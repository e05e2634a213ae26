import { webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { disableSigning, enableSigning, readSigning } from "#lib/webhooks/signing.ts";

export const GET = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => readSigning(ctx, params.webhookId));
export const POST = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => enableSigning(ctx, params.webhookId));
export const DELETE = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => disableSigning(ctx, params.webhookId));
