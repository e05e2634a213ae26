import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { OpenMetricsContentType } from "prom-client";
import { perProcess } from "#lib/platform/process/reset.ts";
import { jobAttribute, runInnerSpan } from "#lib/platform/traces/spans.ts";

/** From what one statement takes to the deadline of a request. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const querySeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const jobSeconds = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];
const deliverySeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

function create() {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  // The types of prom-client know registers of the older text format only.
  const register = registry as unknown as Registry;
  const registers = [register];
  collectDefaultMetrics({ register });
  return {
    registry,
    ...requestMetrics(registers),
    ...databaseMetrics(registers),
    ...deliveryMetrics(registers),
    ...jobMetrics(registers),
    ...processMetrics(registers),
  };
}

function requestMetrics(registers: Registry[]) {
  return {
    requests: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time until the response begins, by the API's route or the kind of page",
      labelNames: ["door", "route", "method", "status"],
      buckets: requestSeconds,
      registers,
    }),
    inFlight: new Gauge({ name: "http_requests_in_flight", help: "Requests that have not been answered", registers }),
    callsDropped: new Counter({ name: "call_log_dropped_total", help: "Calls that were not recorded", registers }),
    rateLimited: new Counter({ name: "rate_limited_total", help: "Calls refused by the limit of their key", registers }),
    signInFailures: new Counter({ name: "sign_in_failures_total", help: "Failed or locked sign-ins and proofs of identity", registers }),
    certificateEnds: new Gauge({
      name: "certificate_ends_timestamp_seconds",
      help: "When the certificate ends that callers of BASE_URL are shown",
      registers,
    }),
  };
}

function databaseMetrics(registers: Registry[]) {
  return {
    pool: new Gauge({ name: "db_pool_connections", help: "Open connections to the database", labelNames: ["state"], registers }),
    databaseUp: new Gauge({ name: "db_up", help: "Whether the database answered the question of this scrape", registers }),
    serverConnections: new Gauge({
      name: "db_server_connections",
      help: "Connections that the database has, of everybody, and how many it takes without those that it reserves",
      labelNames: ["which"],
      registers,
    }),
    queries: new Histogram({
      name: "db_query_seconds",
      help: "Time from a statement to its answer, the wait for a connection included",
      buckets: querySeconds,
      registers,
    }),
    replicaLag: new Gauge({ name: "db_replica_lag_seconds", help: "How far the replica is behind the primary", registers }),
    replicaReads: new Counter({
      name: "db_replica_reads_total",
      help: "Reads that a replica may answer, by who did",
      labelNames: ["server"],
      registers,
    }),
  };
}

function deliveryMetrics(registers: Registry[]) {
  return {
    due: new Gauge({ name: "deliveries_due", help: "Deliveries whose next attempt is due and has not begun", registers }),
    oldestDue: new Gauge({
      name: "delivery_oldest_due_seconds",
      help: "How long the oldest of the deliveries due has been waiting",
      registers,
    }),
    oldestNotice: new Gauge({
      name: "notice_oldest_retrying_seconds",
      help: "How long ago the oldest e-mail or alert was written whose attempts have failed so far",
      registers,
    }),
    attempts: new Counter({
      name: "delivery_attempts_total",
      help: "Attempts at deliveries, by what they led to",
      labelNames: ["outcome"],
      registers,
    }),
    deliveryLatency: new Histogram({
      name: "delivery_latency_seconds",
      help: "Time from the commit of an event to the first attempt at its delivery",
      buckets: deliverySeconds,
      registers,
    }),
  };
}

function jobMetrics(registers: Registry[]) {
  return {
    jobSuccess: new Gauge({
      name: "job_last_success_timestamp_seconds",
      help: "When a job last succeeded in this process, or the process began to run jobs",
      labelNames: ["job"],
      registers,
    }),
    jobPeriod: new Gauge({
      name: "job_period_seconds",
      help: "How often a job is to succeed in one of the processes that run jobs",
      labelNames: ["job"],
      registers,
    }),
    jobDuration: new Histogram({
      name: "job_duration_seconds",
      help: "Time that a run of a job took, failed runs included",
      labelNames: ["job"],
      buckets: jobSeconds,
      registers,
    }),
    ledgerMismatches: new Gauge({
      name: "ledger_mismatches",
      help: "Contracts whose premium entries do not add up to their price, and which the last pass could not repair",
      registers,
    }),
  };
}

function processMetrics(registers: Registry[]) {
  return {
    storageFailures: new Counter({
      name: "storage_failures_total",
      help: "Documents that could not be stored or read, since the store or disk refused, was full or silent",
      registers,
    }),
    diskFree: new Gauge({ name: "disk_free_bytes", help: "Free space of the file system of DATA_DIR", registers }),
    diskSize: new Gauge({ name: "disk_size_bytes", help: "Size of the file system of DATA_DIR", registers }),
    clock: new Gauge({ name: "clock_timestamp_seconds", help: "The time of this process's clock", registers }),
    info: new Gauge({ name: "covergate_build_info", help: "What runs", labelNames: ["version", "commit", "migration"], registers }),
  };
}

/**
 * The figures of this process (rules/access.md#metrics-2). No label holds an id of a partner, key or object, nor anything that a caller
 * chooses.
 */
export const metrics = perProcess("metrics", create);

/** Inngest starts a job once a minute at the most; the embedded scheduler is faster. */
const shortestPeriodSeconds = 60;

/** Begins the heartbeat of a job that this process runs, so that an alarm can tell a job that never succeeds from one that nobody expects. */
export function expectJob({ id: job, everyMs }: { id: string; everyMs: number }): void {
  metrics.jobPeriod.set({ job }, Math.max(everyMs / 1000, shortestPeriodSeconds));
  metrics.jobSuccess.setToCurrentTime({ job });
}

/** Measures a run of a job, and traces it. */
export async function measureJob<Result>(job: string, run: () => Promise<Result>): Promise<Result> {
  const end = metrics.jobDuration.startTimer({ job });
  try {
    const result = await runInnerSpan(`job ${job}`, { attributes: { [jobAttribute]: job } }, run);
    metrics.jobSuccess.setToCurrentTime({ job });
    return result;
  } finally {
    end();
  }
}

/** Measures a request until `end` is called with the status of its response. */
export function startRequest(door: "api" | "page", route: string, method: string): (status: number) => void {
  const end = metrics.requests.startTimer({ door, route, method });
  return (status) => end({ status: `${Math.floor(status / 100)}xx` });
}
