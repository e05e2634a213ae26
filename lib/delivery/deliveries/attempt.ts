import type { LeasedDelivery } from "#lib/delivery/deliveries/lease.ts";
import type { MadeAttempt } from "#lib/delivery/deliveries/record.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { traceAttempt } from "#lib/delivery/deliveries/trace-attempt.ts";
import { deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import type { Sender } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders, signatureOf, timestampOf } from "#lib/delivery/webhooks/rules/signature.ts";
import { openSecrets } from "#lib/delivery/webhooks/secrets.ts";
import { openUrl } from "#lib/delivery/webhooks/stored-url.ts";

/** Sends a leased delivery once; any outcome of the network counts as an attempt. Null if it was aborted by the end of the process. */
export function attempt(sender: Sender, delivery: LeasedDelivery, clock: () => Date): Promise<MadeAttempt | null> {
  return traceAttempt(delivery, (traceparent) => send(sender, delivery, clock, traceparent));
}

async function send(sender: Sender, delivery: LeasedDelivery, clock: () => Date, traceparent: string | null): Promise<MadeAttempt | null> {
  const startedAt = clock();
  const { eventId: id, payload: body } = delivery;
  const content = { id, timestamp: timestampOf(startedAt), body };
  const secrets = openSecrets(delivery.webhookId, delivery, startedAt);
  const signature = secrets.length === 0 ? null : signatureOf(content, secrets);
  const headers = { ...deliveryHeaders({ ...delivery, traceparent }), ...(signature === null ? {} : signatureHeaders(content, signature)) };
  const answer = await sender.post({ url: openUrl(delivery.url, delivery.webhookId), body, headers });
  if (answer.kind === "failure" && answer.error === "aborted") return null;
  const succeeded = answer.kind === "response" && answer.status >= 200 && answer.status < 300;
  return {
    deliveryId: delivery.deliveryId,
    leasedUntil: delivery.leasedUntil,
    number: delivery.attempt,
    trigger: delivery.trigger,
    startedAt,
    durationMs: answer.durationMs,
    statusCode: answer.kind === "response" ? answer.status : null,
    error: answer.kind === "failure" ? answer.error : null,
    errorDetail: answer.kind === "failure" ? answer.message : null,
    responseBody: answer.kind === "response" ? answer.body : null,
    responseTruncated: answer.kind === "response" && answer.truncated,
    signature,
    outcome: decideOutcome({ cycleAttempt: delivery.cycleAttempt, trigger: delivery.trigger, succeeded, endedAt: clock() }),
  };
}
