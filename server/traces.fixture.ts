import { createInterface } from "node:readline";
import { inject, onTestFinished } from "vitest";
import { sql } from "#db/client.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { lcd } from "#e2e/api/samples.ts";
import { startServer } from "#e2e/setup/server.ts";
import { receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";

export const callersTrace = "0af7651916cd43dd8448eb211c80319c";
export const callersSpan = "b7ad6b7169203331";
export const traceparent = `00-${callersTrace}-${callersSpan}-01`;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: unknown }[];
}

const readSpans = (body: string) => (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans;

/** A collector of OpenTelemetry that takes OTLP as JSON. */
export async function startCollector(): Promise<{ url: string; spans: () => Span[]; texts: () => string }> {
  const collector = await receive((response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  onTestFinished(() => collector.close());
  const bodies = () => collector.requests.map(({ body }) => body.toString());
  return {
    url: `http://127.0.0.1:${collector.port}`,
    texts: () => bodies().join("\n"),
    spans: () => bodies().flatMap((body) => readSpans(body).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
  };
}

/** A server without pages, and the lines of its log. */
export async function startOwn(settings: Record<string, string>): Promise<{ url: string; lines: string[] }> {
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
export async function makeListening(...statuses: number[]): Promise<Listening> {
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

export const attribute = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value;

export const secondsOf = ({ startTimeUnixNano, endTimeUnixNano }: Span) =>
  Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e9;
