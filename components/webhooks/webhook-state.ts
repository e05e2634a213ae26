import type { WebhookOverview } from "#lib/webhooks/list.ts";

/** What a webhook's badge says: failing is one that was sent to in the last 24 hours and took nothing. */
export function stateOf({ enabled, successRate }: Pick<WebhookOverview, "enabled" | "successRate">): "enabled" | "disabled" | "failing" {
  if (!enabled) return "disabled";
  return successRate === 0 ? "failing" : "enabled";
}
