import { isSpanContextValid, TraceFlags } from "@opentelemetry/api";
import type { SpanContext } from "@opentelemetry/api";

/** Version, trace id, id of the caller's span, flags; later versions may append more. */
const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` (W3C Trace Context § 3.2); undefined for one that is not valid, as for none. `tracestate` is not read: nothing here
 * needs it, and it may hold whatever a caller likes.
 */
export function parseTraceparent(header: string | null | undefined): SpanContext | undefined {
  const [, version, traceId = "", spanId = "", flags = "", more] = format.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

/** Formats a context for `traceparent` and `traceresponse`. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}
