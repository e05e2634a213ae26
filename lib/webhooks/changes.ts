import { announcement } from "#lib/announcement.ts";

/**
 * That a webhook was changed or deleted, told to this process: a runner gives back what it has claimed and not begun, and claims it
 * anew as the webhook is now. A runner of another process finds out with its next claim, and sends before what it holds by then: about a
 * quarter of a second's worth (lib/deliveries/rules/pace.ts).
 */
export const { announce: announceWebhookChange, listen: onWebhookChange } = announcement<[webhookId: string]>("webhookChange");
