import { announcement } from "#lib/announcement.ts";

/**
 * That a webhook was changed or deleted, told to this process: the dispatcher gives back what it has not begun, and it is acquired anew as
 * the webhook is now. Another process may still begin the few deliveries that it holds (lib/deliveries/dispatcher.ts).
 */
export const { announce: announceWebhookChange, listen: onWebhookChange } = announcement<[webhookId: string]>("webhookChange");
