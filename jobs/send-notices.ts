import { sendNotices } from "#lib/delivery/notices/send.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { sendAlerts } from "#lib/developer/alerts/send.ts";
import { env } from "#lib/platform/env.ts";

/** Sends the notices that are due: e-mails to people, and alerts to the receivers of their rules. A job. */
export async function sendDueNotices(now: Date, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<number> {
  let sender: Sender | undefined;
  try {
    return await sendNotices(now, {
      signal,
      sendAlert(ruleId, at) {
        sender ??= createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS });
        return sendAlerts(ruleId, at, sender);
      },
    });
  } finally {
    await sender?.close();
  }
}
