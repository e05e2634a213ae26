import { sendNotices } from "#lib/delivery/notices/send.ts";
import { openSender } from "#lib/delivery/webhooks/open-sender.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { sendAlerts } from "#lib/developer/alerts/send.ts";

/** Sends the notices that are due: e-mails to people, and alerts to the receivers of their rules. A job. */
export async function sendDueNotices(now: Date, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<number> {
  let sender: Sender | undefined;
  try {
    return await sendNotices(now, {
      signal,
      sendAlert(ruleId, at) {
        sender ??= openSender();
        return sendAlerts(ruleId, at, sender);
      },
    });
  } finally {
    await sender?.close();
  }
}
