import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, isSpanContextValid, trace } from "@opentelemetry/api";
import type { Span, SpanContext, SpanOptions, Tracer } from "@opentelemetry/api";
import { perProcess } from "#lib/platform/process/reset.ts";

/** Version, trace id, id of the caller's span, flags; later versions may append more. */
const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

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
function startInnerSpan(name: string, options: SpanOptions): Span | undefined {
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
function typeOfError(error: unknown): string {
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

const write = /\b(insert) into "?(\w+)|\b(delete) from "?(\w+)|\b(update) "?(\w+)"?(?: (?:as )?\w+)? set\b/i;

const read = /\b(select)\b.*?\bfrom "?(\w+)/is;

/** Names the operation and table of a statement: `INSERT events`. Its text and its values are never part of it. */
export function nameStatement(text: string): string {
  const words = (write.exec(text) ?? read.exec(text))?.slice(1).filter((word) => word !== undefined);
  const [operation = /^\s*([a-z]+)/i.exec(text)?.[1] ?? "statement", table] = words ?? [];
  return [operation.toUpperCase(), ...(table === undefined ? [] : [table.toLowerCase()])].join(" ");
}

/** Starts the span of a statement; the function that is returned ends it. Undefined if nothing is recorded. */
export function startStatement(): ((text: string, error?: unknown) => void) | undefined {
  const span = startInnerSpan("statement", { kind: SpanKind.CLIENT });
  if (span === undefined) return undefined;
  return (text, error) => {
    const name = nameStatement(text);
    const [operation = ""] = name.split(" ");
    span.updateName(name).setAttributes({ "db.system.name": "postgresql", "db.operation.name": operation, "db.query.summary": name });
    if (error !== undefined) markFailed(span, typeOfError(error));
    span.end();
  };
}
