import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { callersTrace, traceparent, startCollector, startOwn, makeListening, secondsOf } from "#server/traces.fixture.ts";

// A database of their own, whose jobs disturb nobody.
await useOwnDatabase();

test("without a caller's trace a request begins one; a run of a job that finds nothing is none", async () => {
  const collector = await startCollector();
  const { url } = await startOwn({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_SERVICE_NAME: "covergate-of-a-test",
    METRICS_TOKEN: "a-token-of-the-monitoring",
  });
  const { create, receiver } = await makeListening();
  const response = await create(url, { traceparent: `${traceparent}\t{}` });
  const [, traceId] = /^00-(\w{32})-\w{16}-01$/.exec(response.headers.get("traceresponse") ?? "") ?? [];
  expect(traceId).not.toBe(callersTrace);
  await waitFor(() => expect(receiver.requests[0]?.headers["traceparent"]).toContain(`00-${traceId}-`));
  // The job that runs most often has run several times.
  await waitFor(async () => {
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: "Bearer a-token-of-the-monitoring" } });
    expect(Number(/job_duration_seconds_count{job="evaluate-alerts"} (\d+)/.exec(await metrics.text())?.[1])).toBeGreaterThan(1);
  });
  await waitFor(() => expect(collector.spans().map(({ name }) => name)).toContain("deliver event"));
  // On a crowded machine a run may be so slow that it is worth seeing.
  const quick = collector.spans().filter((span) => secondsOf(span) < 1);
  expect(quick.filter(({ name }) => /^job (?:evaluate-alerts|end-due-contracts)$/.test(name))).toEqual([]);
  expect(collector.texts()).toContain("covergate-of-a-test");
});

test("while nothing is recorded, a caller's trace is passed on as it came, and deliveries of others have none", async () => {
  const { url, lines } = await startOwn({});
  const { create, receiver } = await makeListening();
  const response = await create(url, { traceparent });
  expect(response.headers.get("traceresponse")).toBeNull();
  await waitFor(() => expect(receiver.requests.map(({ headers }) => headers["traceparent"])).toEqual([traceparent]));
  await create(url);
  await waitFor(() => expect(receiver.requests).toHaveLength(2));
  expect(receiver.requests[1]?.headers).not.toHaveProperty("traceparent");
  expect(lines).toEqual([]);
});

const hostile = '"}\u2028{"level":60,"msg":"forged"}';

test("with REQUEST_LOG=json each request is one line of JSON, in which callers choose nothing", async () => {
  const { url, lines } = await startOwn({ REQUEST_LOG: "json" });
  const { key, partnerId, create } = await makeListening();
  const created = await create(url, { traceparent });
  await created.arrayBuffer();
  const encoded = encodeURIComponent(`${hostile}\r\n`);
  const refused = await fetch(`${url}/v2/contracts/${encoded}?email=ada%40example.com&${encoded}`, {
    headers: { key, "user-agent": hostile.replace("\u2028", " "), traceparent: '"\t{"level":60}', "x-execution-id": "exec_forged" },
  });
  await refused.arrayBuffer();
  await fetch(`${url}/${encoded}`).then((response) => response.arrayBuffer());
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end('GET /v2/a"b{c}\x01 HTTP/1.1\r\nHost: a\r\n\r\nGET /v2/contracts\\"} HTTP/1.1\r\nHost: "}{\r\n\r\n');
  await text(socket);

  await waitFor(() => expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThanOrEqual(4));
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(read.every(({ level, msg }) => level === 30 && msg === "request")).toBe(true);
  const ours = read.filter(({ route }) => route !== "/readyz");
  expect(ours[0]).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    executionId: created.headers.get("x-execution-id"),
    traceId: callersTrace,
    ...{ door: "api", route: "/v2/contracts", method: "POST", status: 200, partnerId, msg: "request" },
    durationMs: expect.any(Number),
    bytes: expect.any(Number),
  });
  expect(ours[0]?.["bytes"]).toBeGreaterThan(500);
  expect(ours[1]).toMatchObject({
    executionId: refused.headers.get("x-execution-id"),
    ...{ route: "/v2/contracts/:contractId", method: "GET", status: refused.status, code: expect.any(Number), partnerId },
  });
  expect(ours[1]).not.toHaveProperty("traceId");
  expect(ours[2]).toMatchObject({ door: "page", route: "/", status: 503 });
  for (const secret of [key, "forged", "ada", "email", "Moustache"]) expect(lines.join("\n")).not.toContain(secret);
});
