import { SpanKind } from "@opentelemetry/api";
import { markFailed, startInnerSpan, typeOfError } from "#lib/platform/traces/spans.ts";

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
