import { SpanKind } from "@opentelemetry/api";
import type { LeasedDelivery } from "#lib/delivery/deliveries/lease.ts";
import type { MadeAttempt } from "#lib/delivery/deliveries/record.ts";
import { formatTraceparent, markFailed, parseTraceparent, runSpan } from "#lib/platform/traces/spans.ts";

/**
 * Makes an attempt as a span under the change that the event tells of, however much later. `make` is given what to send as `traceparent`:
 * that span, or while nothing is recorded the one that came with the change.
 */
export function traceAttempt(
  { traceparent, attempt, trigger }: Pick<LeasedDelivery, "traceparent" | "attempt" | "trigger">,
  make: (traceparent: string | null) => Promise<MadeAttempt | null>,
): Promise<MadeAttempt | null> {
  const attributes = { "http.request.method": "POST", "covergate.attempt": attempt, "covergate.trigger": trigger };
  return runSpan("deliver event", parseTraceparent(traceparent), { kind: SpanKind.CLIENT, attributes }, async (span) => {
    if (span === undefined) return make(traceparent);
    const made = await make(formatTraceparent(span.spanContext()));
    if (made === null) markFailed(span, "aborted");
    else {
      if (made.statusCode !== null) span.setAttribute("http.response.status_code", made.statusCode);
      if (made.outcome.status !== "succeeded") markFailed(span, made.error ?? "refused");
    }
    return made;
  });
}
