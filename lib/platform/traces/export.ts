import { diag, DiagLogLevel } from "@opentelemetry/api";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { setTracer } from "#lib/platform/traces/spans.ts";
import { version } from "#lib/platform/version.ts";

/** Logs a warning of the SDK itself, such as a collector that does not answer. */
function warn(reason: string): void {
  log.warn({ reason }, "a warning of OpenTelemetry");
}

export interface Traces {
  /** Sends the remaining spans. Never rejects. */
  stop(): Promise<void>;
}

/**
 * With OTEL_EXPORTER_OTLP_ENDPOINT, records spans from now on and sends them there. The SDK reads sampler, headers, limits and other
 * variables of OpenTelemetry from the environment itself; lib/platform/env.ts has checked those that .env.example lists.
 */
export async function startTraces(): Promise<Traces> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { stop: async () => undefined };
  // Loaded on demand, since most instances do without.
  const [{ detectResources, envDetector, resourceFromAttributes }, sdk, { SkipIdleJobs }, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-base"),
    import("#lib/platform/traces/idle-jobs.ts"),
    env.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json"
      ? import("@opentelemetry/exporter-trace-otlp-http")
      : import("@opentelemetry/exporter-trace-otlp-proto"),
  ]);
  diag.setLogger({ error: warn, warn, info: warn, debug: warn, verbose: warn }, DiagLogLevel.WARN);
  const own = resourceFromAttributes({ "service.name": env.OTEL_SERVICE_NAME, "service.version": version.version });
  const provider = new sdk.BasicTracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(own),
    spanProcessors: [new SkipIdleJobs(new sdk.BatchSpanProcessor(new OTLPTraceExporter()))],
  });
  setTracer(provider.getTracer("covergate", version.version));
  return {
    async stop() {
      setTracer(undefined);
      await provider.shutdown().catch((error: unknown) => log.warn({ error }, "the last traces could not be sent"));
    },
  };
}
