import { connect } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { lcd } from "#e2e/api/samples.ts";
import { startServer } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";

// A database of their own, whose jobs disturb nobody.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const callersTrace = "0af7651916cd43dd8448eb211c80319c";
const callersSpan = "b7ad6b7169203331";
const traceparent = `00-${callersTrace}-${callersSpan}-01`;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: unknown }[];
}

/** A collector of OpenTelemetry that takes OTLP as JSON. */
async function startCollector(): Promise<{ url: string; spans: () => Span[]; texts: () => string }> {
  const collector = await receive((response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  onTestFinished(() => collector.close());
  const bodies = () => collector.requests.map(({ body }) => body.toString());
  const read = (body: string) => (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans;
  return {
    url: `http://127.0.0.1:${collector.port}`,
    texts: () => bodies().join("\n"),
    spans: () => bodies().flatMap((body) => read(body).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
  };
}

/** A server without pages, and the lines of its log. */
async function startOwn(settings: Record<string, string>): Promise<{ url: string; lines: string[] }> {
  const server = await startServer(
    { databaseUrl: env.DATABASE_URL, dataDirectory: inject("dataDirectory"), door: "latePages" },
    { JOB_RUNNER: "embedded", WEBHOOK_ALLOWED_HOSTS: "localhost", ...settings },
    { output: "pipe" },
  );
  onTestFinished(() => endProgram(server.program, "SIGKILL"));
  const lines: string[] = [];
  const { stdout } = server.program;
  if (stdout === null) throw new Error("the log cannot be read");
  createInterface({ input: stdout }).on("line", (line) => lines.push(line));
  return { url: server.url, lines };
}

interface Listening {
  key: string;
  partnerId: string;
  receiver: LoopbackReceiver;
  create(url: string, headers?: Record<string, string>): Promise<Response>;
}

/** A partner with a receiver for created contracts that answers with these statuses. */
async function makeListening(...statuses: number[]): Promise<Listening> {
  const receiver = await receive((response) => response.writeHead(statuses.shift() ?? 200).end());
  onTestFinished(() => receiver.close());
  const { id: partnerId, keys, contexts } = await makePartner();
  const { world } = contexts.development;
  const uid = await registerRenter();
  await attachOpened(contexts.development, uid);
  await sql`
    insert into webhooks (id, world_id, name, url, enabled, event_types, created_at, updated_at)
    values (${newId("whk")}, ${world.id}, 'traced', ${receiver.url}, true, ${["v2.contract.created"]}, now(), now())`;
  const key = keys.development.text;
  return {
    key,
    partnerId,
    receiver,
    create: (url, headers = {}) =>
      fetch(`${url}/v2/contracts`, {
        method: "POST",
        headers: { key, "content-type": "application/json", ...headers },
        body: JSON.stringify(lcd(uid)),
      }),
  };
}

const attribute = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value;

const secondsOf = ({ startTimeUnixNano, endTimeUnixNano }: Span) => Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e9;

test("one trace goes from the caller through the request and its statements to the delivery and its retry", async () => {
  const collector = await startCollector();
  const { url } = await startOwn({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });
  const { key, partnerId, receiver, create } = await makeListening(500);
  const response = await create(url, { traceparent });
  expect(response.status).toBe(200);
  const [, cid = ""] = /"cid":"(\w+)"/.exec(await response.text()) ?? [];
  expect(cid).not.toBe("");

  await waitFor(() => expect(receiver.requests).toHaveLength(1));
  await waitFor(async () => {
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      update delivery_queue set due_at = now() where attempts = 1 and leased_by is null returning 1 as count`;
    expect(count).toBe(1);
  });
  await waitFor(() => expect(receiver.requests).toHaveLength(2));

  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === callersTrace);
  await waitFor(() => expect(ofTrace().filter(({ name }) => name === "deliver event")).toHaveLength(2));
  const spans = ofTrace();
  const request = spans.find(({ name }) => name === "POST /v2/contracts");
  expect(request).toMatchObject({ parentSpanId: callersSpan });
  expect(response.headers.get("traceresponse")).toBe(`00-${callersTrace}-${request?.spanId}-01`);
  expect(request && attribute(request, "covergate.execution_id")).toEqual({ stringValue: response.headers.get("x-execution-id") });
  expect(request && attribute(request, "http.response.status_code")).toEqual({ intValue: 200 });
  const attempts = spans.filter(({ name }) => name === "deliver event");
  expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual([request?.spanId, request?.spanId]);
  expect(receiver.requests.map(({ headers }) => headers["traceparent"])).toEqual(
    attempts.map(({ spanId }) => `00-${callersTrace}-${spanId}-01`),
  );
  // The hidden product, the contract and its events are written by one statement.
  const statements = spans.filter(({ parentSpanId, name }) => parentSpanId === request?.spanId && name !== "deliver event");
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(["SELECT renter_attachments", "INSERT contracts"]));

  for (const secret of [key, partnerId, cid, "Moustache", "BC-12345", "traced"]) expect(collector.texts()).not.toContain(secret);
});

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
