import { SpanStatusCode, trace, ROOT_CONTEXT } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect, test } from "vitest";
import { SkipIdleJobs } from "#lib/platform/traces/idle-jobs.ts";
import { jobAttribute } from "#lib/platform/traces/spans.ts";

/** Runs a job with these statements; returns the names of the spans that are exported. */
function exportRun(statements: readonly string[], { fails = false, seconds = 0 } = {}): string[] {
  const exporter = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SkipIdleJobs(new SimpleSpanProcessor(exporter))] }).getTracer("test");
  const startTime = Date.now();
  const job = tracer.startSpan("job", { attributes: { [jobAttribute]: "end-due-contracts" }, startTime });
  const inJob = trace.setSpan(ROOT_CONTEXT, job);
  for (const statement of statements) tracer.startSpan(statement, {}, inJob).end();
  if (fails) job.setStatus({ code: SpanStatusCode.ERROR });
  job.end(startTime + 1000 * seconds);
  return exporter.getFinishedSpans().map(({ name }) => name);
}

test("a run of a job that only looked is not exported", () => {
  expect(exportRun(["BEGIN", "SELECT contracts", "COMMIT"])).toEqual([]);
});

test.each([
  ["has written", ["BEGIN", "SELECT contracts", "UPDATE contracts", "INSERT events", "COMMIT"], {}],
  ["has failed", ["SELECT contracts"], { fails: true }],
  ["was slow", ["SELECT contracts"], { seconds: 2 }],
  ["has sent mail", ["SELECT webhooks", "send mail"], {}],
  ["has read much", Array.from({ length: 60 }, () => "SELECT contracts"), {}],
])("a run that %s is exported whole", (_what, statements, ended) => {
  expect(exportRun(statements, ended)).toEqual([...statements, "job"]);
});

test("a request that only reads is exported", () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SkipIdleJobs(new SimpleSpanProcessor(exporter))] });
  provider.getTracer("test").startSpan("SELECT contracts").end();
  expect(exporter.getFinishedSpans()).toHaveLength(1);
});
