import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Span, SpanContext, SpanOptions, Tracer } from "@opentelemetry/api";
import { perProcess } from "#lib/platform/process/per-process.ts";
import { formatTraceparent } from "#lib/platform/traces/trace-context.ts";

/** The attribute with the job's id, on the span of each of its runs. idle-jobs.ts recognises these spans by it. */
export const jobAttribute = "covergate.job";

interface Traces {
  active: AsyncLocalStorage<Span | undefined>;
  /** Undefined while nothing is recorded, which is the default (lib/platform/traces/export.ts). */
  tracer?: Tracer | undefined;
}

// They are not registered with the API of OpenTelemetry, where Next and other packages would add spans with addresses in them.
const traces = perProcess("traces", (): Traces => ({ active: new AsyncLocalStorage<Span | undefined>() }));

export function setTracer(tracer: Tracer | undefined): void {
  traces.tracer = tracer;
}

export function isTracing(): boolean {
  return traces.tracer !== undefined;
}

/** Starts a span without a parent where none is given; undefined while nothing is recorded. Whoever starts it ends it. */
export function startSpan(name: string, parent: SpanContext | undefined, options: SpanOptions = {}): Span | undefined {
  const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
  return traces.tracer?.startSpan(name, options, context);
}

/** Starts a span under the active one; undefined if that one is not recorded or over, so that there are no spans out of place. */
export function startInnerSpan(name: string, options: SpanOptions): Span | undefined {
  const parent = traces.active.getStore();
  return parent?.isRecording() === true ? startSpan(name, parent.spanContext(), options) : undefined;
}

/** Runs work as a span under `parent`. Attributes never hold ids of partners, keys or objects, addresses, or anything of a body. */
export function runSpan<Result>(
  name: string,
  parent: SpanContext | undefined,
  options: SpanOptions,
  run: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  return runAs(startSpan(name, parent, options), run);
}

/** The same under the active span, or without a parent where there is none. */
export function runInnerSpan<Result>(name: string, options: SpanOptions, run: () => Promise<Result>): Promise<Result> {
  return runSpan(name, activeContext(), options, run);
}

async function runAs<Result>(span: Span | undefined, run: (span: Span | undefined) => Promise<Result>): Promise<Result> {
  if (span === undefined) return run(undefined);
  try {
    return await traces.active.run(span, () => run(span));
  } catch (error) {
    markFailed(span, typeOfError(error));
    throw error;
  } finally {
    span.end();
  }
}

export function markFailed(span: Span, type: string): void {
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
}

/** The kind of a failure, never its message, which may quote a sender's text. */
export function typeOfError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.name;
}

/** Runs work with this span as the active one, also one of others that is only passed on. */
export function withSpan<Result>(span: Span, run: () => Result): Result {
  return traces.active.run(span, run);
}

/** Runs work that is no part of the active span. */
export function withoutSpan<Result>(run: () => Result): Result {
  return traces.active.getStore() === undefined ? run() : traces.active.exit(run);
}

function activeContext(): SpanContext | undefined {
  return traces.active.getStore()?.spanContext();
}

/** Returns the trace context that is stored with an event and sent with its deliveries: the active span, recorded or only passed on. */
export function currentTraceparent(): string | null {
  const context = activeContext();
  return context === undefined ? null : formatTraceparent(context);
}
