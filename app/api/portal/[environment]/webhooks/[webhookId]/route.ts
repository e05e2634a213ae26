import { webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { change, remove, settingsToChange } from "#lib/webhooks/manage.ts";

export const PATCH = portalRoute({ for: "owner", params: webhookParams, body: settingsToChange }, (ctx, { params, body }) =>
  change(ctx, params.webhookId, body),
);
export const DELETE = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => remove(ctx, params.webhookId));
