import { expect, inject, onTestFinished, test } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { startServer } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { jobs } from "#jobs/table.ts";

const token = "a-token-of-the-monitoring";

async function startOwn(settings: Record<string, string>): Promise<string> {
  const server = await startServer(
    { databaseUrl: inject("databaseUrl"), dataDirectory: inject("dataDirectory"), door: "server" },
    { JOB_RUNNER: "embedded", ...settings },
  );
  onTestFinished(() => endProgram(server.program, "SIGKILL"));
  return server.url;
}

const scrape = (url: string, bearer = token) => fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${bearer}` } });

// rules/access.md#metrics-1, #metrics-2
test("the metrics are for whoever has the token, and hold no id and nothing that a caller chose", async () => {
  const url = await startOwn({ METRICS_TOKEN: token });
  const { key, world } = (await makePartner()).development;
  await fetch(`${url}/v2/contracts/01JD3W7Q8ZK5T9V0XR2M4N6P8A`, { headers: { key } });
  await fetch(`${url}/v2/nothing-of-the-kind`, { headers: { key } });
  await (await fetch(`${url}/support/partners/ptn_nobody`)).text();
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  expect((await scrape(url, "another-token-of-somebody")).status).toBe(401);
  const response = await scrape(url);
  expect(response.headers.get("content-type")).toContain("application/openmetrics-text");
  const text = await response.text();
  expect(text).toMatch(/# EOF\n$/);
  for (const name of [
    'http_request_duration_seconds_count{door="api",route="/v2/contracts/:contractId",method="GET",status="4xx"} 1',
    'http_request_duration_seconds_count{door="api",route="/v2/*",method="GET",status="4xx"} 1',
    'http_request_duration_seconds_count{door="page",route="/",method="GET",status="2xx"} 1',
    "http_requests_in_flight 1",
    'db_pool_connections{state="idle"}',
    "db_query_seconds_count",
    "deliveries_due 0",
    "delivery_oldest_due_seconds 0",
    "# TYPE delivery_attempts counter",
    "# TYPE delivery_latency_seconds histogram",
    "call_log_dropped_total 0",
    "db_up 1",
    'db_server_connections{which="open"}',
    'db_server_connections{which="most"}',
    "storage_failures_total 0",
    "ledger_mismatches",
    "notice_oldest_retrying_seconds",
    "disk_free_bytes",
    "disk_size_bytes",
    "rate_limited_total 0",
    "sign_in_failures_total 0",
    "process_resident_memory_bytes",
    "nodejs_eventloop_lag_p99_seconds",
    "covergate_build_info{version=",
  ]) {
    expect(text).toContain(name);
  }
  for (const secret of [key, world.partnerId, "01JD3W7Q8ZK5T9V0XR2M4N6P8A", "nothing-of-the-kind", "ptn_nobody"]) {
    expect(text).not.toContain(secret);
  }
  await waitFor(async () =>
    expect(await (await scrape(url)).text()).toContain('job_last_success_timestamp_seconds{job="end-due-contracts"}'),
  );
});

test.each([
  ["embedded", {}],
  [
    "of an Inngest server that is away",
    { JOB_RUNNER: "inngest", INNGEST_BASE_URL: "http://127.0.0.1:1", INNGEST_EVENT_KEY: "none", INNGEST_SIGNING_KEY: "0123456789abcdef" },
  ],
])("every job has a heartbeat and a period from the start: %s", async (_kind, settings) => {
  const url = await startOwn({ METRICS_TOKEN: token, ...settings });
  const text = await (await scrape(url)).text();
  for (const { id } of jobs) {
    expect(text).toContain(`job_period_seconds{job="${id}"} `);
    expect(text).toContain(`job_last_success_timestamp_seconds{job="${id}"} `);
  }
  const clock = Number(/^clock_timestamp_seconds ([\d.]+)$/m.exec(text)?.[1]);
  expect(Math.abs(Date.now() / 1000 - clock)).toBeLessThan(60);
});

// rules/access.md#metrics-1
test("without METRICS_TOKEN there are no metrics", async () => {
  const url = await startOwn({});
  expect((await scrape(url)).status).toBe(404);
});
