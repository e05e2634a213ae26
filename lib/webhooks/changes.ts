import { announcement } from "#lib/announcement.ts";

/**
 * That a webhook was changed or deleted, told to this process: a runner gives back what it has claimed and not begun, and claims it
 * anew as the webhook is now. Runners of other processes find out with their next claim.
 */
export const { announce: announceWebhookChange, listen: onWebhookChange } = announcement<[webhookId: string]>("webhookChange");
