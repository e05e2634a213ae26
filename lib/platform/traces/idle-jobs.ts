import { SpanStatusCode } from "@opentelemetry/api";
import type { Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { jobAttribute } from "#lib/platform/traces/spans.ts";

const looks = /^(?:SELECT|BEGIN|COMMIT|SET)\b/;
const slowSeconds = 1;
/** A run that reads more than this is worth seeing, and must not be kept in memory. */
const maxHeld = 50;

/** Leaves out the runs of jobs that only looked whether something is due: twenty a second would bury all others. */
export class SkipIdleJobs implements SpanProcessor {
  readonly #next: SpanProcessor;
  /** The reads, by trace, of runs that have not yet done anything. */
  readonly #held = new Map<string, ReadableSpan[]>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(span: Span, context: Context): void {
    if (isJob(span)) this.#held.set(span.spanContext().traceId, []);
    this.#next.onStart(span, context);
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const held = this.#held.get(traceId);
    if (held === undefined) return this.#next.onEnd(span);
    held.push(span);
    const isIdle = hasOnlyLooked(span) && held.length <= maxHeld;
    if (isIdle && !isJob(span)) return undefined;
    this.#held.delete(traceId);
    if (!isIdle) for (const each of held) this.#next.onEnd(each);
    return undefined;
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}

function isJob({ attributes, parentSpanContext }: ReadableSpan): boolean {
  return attributes[jobAttribute] !== undefined && parentSpanContext === undefined;
}

function hasOnlyLooked(span: ReadableSpan): boolean {
  return (isJob(span) || looks.test(span.name)) && span.status.code !== SpanStatusCode.ERROR && span.duration[0] < slowSeconds;
}
