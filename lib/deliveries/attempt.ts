import type { ClaimedDelivery } from "#lib/deliveries/claim.ts";
import { decideOutcome } from "#lib/deliveries/rules/schedule.ts";
import type { MadeAttempt } from "#lib/deliveries/settle.ts";
import { deliveryHeaders } from "#lib/webhooks/post.ts";
import type { Sender } from "#lib/webhooks/post.ts";

/** Sends a claimed delivery once; any answer of the network is an attempt that was made. Null where it was cut off to end the process. */
export async function attempt(
  sender: Sender,
  delivery: ClaimedDelivery,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<MadeAttempt | null> {
  const startedAt = clock();
  const answer = await sender.post({
    url: delivery.url,
    body: delivery.payload,
    headers: deliveryHeaders(delivery),
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.kind === "failure" && answer.error === "aborted") return null;
  const succeeded = answer.kind === "response" && answer.status >= 200 && answer.status < 300;
  return {
    deliveryId: delivery.deliveryId,
    claimedUntil: delivery.claimedUntil,
    number: delivery.attempt,
    trigger: delivery.trigger,
    startedAt,
    durationMs: answer.durationMs,
    statusCode: answer.kind === "response" ? answer.status : null,
    error: answer.kind === "failure" ? answer.error : null,
    errorDetail: answer.kind === "failure" ? answer.message : null,
    responseBody: answer.kind === "response" ? answer.body : null,
    responseTruncated: answer.kind === "response" && answer.truncated,
    outcome: decideOutcome({ cycleAttempt: delivery.cycleAttempt, succeeded, endedAt: clock() }),
  };
}
