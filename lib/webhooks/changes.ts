import { processEvent } from "#lib/process-emitter.ts";

/**
 * That a webhook was changed or deleted, told to this process: the dispatcher gives back what it has not begun, and it is acquired anew as
 * the webhook is now. Another process may still begin the few deliveries that it holds (lib/deliveries/dispatcher.ts).
 */
export const { emit: announceWebhookChange, subscribe: onWebhookChange } = processEvent<[webhookId: string]>("webhookChange");
