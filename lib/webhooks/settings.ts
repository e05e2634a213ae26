import { env } from "#lib/env.ts";
import { checkCallbackUrl } from "#lib/webhooks/rules/callback-url.ts";
import { webhookChanges, webhookSettings } from "#lib/webhooks/schema.ts";
import type { CheckUrl } from "#lib/webhooks/schema.ts";

const checkUrl: CheckUrl = (text) => checkCallbackUrl(text, { allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });

/** What this installation takes for the settings of a new webhook. */
export const settingsOfNew = webhookSettings(checkUrl);

/** What this installation takes for changes of a webhook. */
export const settingsToChange = webhookChanges(checkUrl);
