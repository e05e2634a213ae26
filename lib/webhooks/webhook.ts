import type { WebhookSettings } from "#lib/webhooks/schema.ts";

/** A webhook as people edit it: its URL is whole, with the token that the query may hold. */
export interface Webhook extends WebhookSettings {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}
