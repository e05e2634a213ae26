import { webhookParams } from "#components/webhooks/requests.ts";
import { portalRoute } from "#lib/http/portal.ts";
import { change } from "#lib/webhooks/change.ts";
import { remove } from "#lib/webhooks/remove.ts";
import { settingsToChange } from "#lib/webhooks/settings.ts";

export const PATCH = portalRoute({ for: "owner", params: webhookParams, body: settingsToChange }, (ctx, { params, body }) =>
  change(ctx, params.webhookId, body),
);
export const DELETE = portalRoute({ for: "owner", params: webhookParams }, (ctx, { params }) => remove(ctx, params.webhookId));
