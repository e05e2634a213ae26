import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent } from "#lib/platform/traces/spans.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test.each([
  [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`],
  [`00-${traceId}-${spanId}-00`, `00-${traceId}-${spanId}-00`],
  // Flags that this version does not know are dropped.
  [`00-${traceId}-${spanId}-ff`, `00-${traceId}-${spanId}-01`],
  // A later version may have more, and is passed on as ours.
  [`cc-${traceId}-${spanId}-01-what-the-future-brings`, `00-${traceId}-${spanId}-01`],
])("a valid traceparent is read: %s", (header, passedOn) => {
  const context = parseTraceparent(header);
  expect(context).toMatchObject({ traceId, spanId });
  expect(context && formatTraceparent(context)).toBe(passedOn);
});

test.each([
  ["nothing", null],
  ["an empty one", ""],
  ["an unknown version", `ff-${traceId}-${spanId}-01`],
  ["more than version 00 has", `00-${traceId}-${spanId}-01-more`],
  ["a trace id of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
  ["a span id of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
  ["capital letters", `00-${traceId.toUpperCase()}-${spanId}-01`],
  ["a short trace id", `00-${traceId.slice(1)}-${spanId}-01`],
  ["two of them, joined as Node joins repeated headers", `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ["a line break", `00-${traceId}-${spanId}-01\n`],
  ["16 kB of it", "00-".repeat(5000)],
])("%s is no traceparent", (_name, header) => {
  expect(parseTraceparent(header)).toBeUndefined();
});
