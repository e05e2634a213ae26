import { createSender } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { env } from "#lib/platform/env.ts";

/** A sender as the settings of this installation have it. */
export function openSender(): Sender {
  return createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, proxy: env.WEBHOOK_PROXY });
}
