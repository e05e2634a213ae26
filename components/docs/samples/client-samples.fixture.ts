import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { readSentBody } from "#clients/tests/typescript/sent-body.fixture.ts";
import { referenceSample } from "#components/docs/samples/client-samples.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import answers from "#lib/api/openapi/answers.json" with { type: "json" };
import { endpoints } from "#lib/developer/endpoints.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

interface Call {
  method: string | undefined;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

interface Case {
  endpoint: Endpoint;
  example: Example;
}

const cases: Case[] = endpoints.flatMap((endpoint) => (endpoint.examples ?? []).map((example) => ({ endpoint, example })));
const extensions = { typescript: "ts", php: "php", python: "py" } as const;

/** Writes every sample of the reference in a language, with the files they upload; returns their paths in the order of `expectCalls`. */
export function writeSamples(directory: string, language: Exclude<SampleLanguage, "curl">): string[] {
  const documents = cases.flatMap(({ example }) => documentsOf(example));
  for (const { filename, content } of documents) writeFileSync(join(directory, filename), Buffer.from(content, "base64"));
  return cases.map(({ endpoint, example }, index) => {
    const path = join(directory, `sample_${index}_${endpoint.id}.${extensions[language]}`);
    writeFileSync(path, referenceSample(endpoint, example, "http://127.0.0.1/v2")[language]);
    return path;
  });
}

/** Expects one call of each sample, with the request of its example. */
export function expectCalls(calls: readonly Call[]): void {
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(cases.map((each) => `${methodOf(each)} /v2${pathOf(each)}`));
  for (const [index, { endpoint, example }] of cases.entries()) {
    const { query, body } = calls[index] ?? expect.fail();
    const { offset, ...others } = example.query ?? {};
    expect({ id: endpoint.id, query, body: body ?? {} }).toMatchObject({
      id: endpoint.id,
      query: { ...others, ...(offset !== undefined && { skip: offset }) },
      body: example.form === undefined ? (example.body ?? {}) : documentsOf(example),
    });
  }
}

/** A server that answers each operation as in the reference, and records the requests; it drops the first ones. */
export async function startRecorder({ drops = 0 } = {}): Promise<{ url: string; calls: Call[]; close(): void }> {
  const calls: Call[] = [];
  let dropped = 0;
  const server = createServer((request, response) => {
    void readSentBody(request).then((body) => {
      dropped += 1;
      if (dropped <= drops) return void request.socket.destroy();
      const url = new URL(request.url ?? "", "http://127.0.0.1");
      const path = decodeURIComponent(url.pathname);
      calls.push({
        method: request.method,
        path,
        query: Object.fromEntries(url.searchParams),
        body,
      });
      const asked = endpoints.find((each) => each.method === request.method && patternOf(each.path).test(path));
      const answer = (answers as Record<string, unknown>)[asked?.id ?? ""];
      response.writeHead(asked?.success.status ?? 404, { "content-type": "application/json" });
      // Lists end after the first page, so that loops end.
      const last = JSON.stringify(answer)?.replace('"has_more":true', '"has_more":false');
      response.end(last);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, close: () => server.close() };
}

const patternOf = (path: string) => new RegExp(`^/v2${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** The libraries upload with the operation for several documents. */
function methodOf({ endpoint, example }: Case): string {
  return example.form === undefined ? endpoint.method : "PUT";
}

/** The libraries have one method for cities, which names the country. */
function pathOf({ endpoint, example: { params = {} } }: Case): string {
  if (endpoint.id === "getCitiesOfFrance") return `/geo/getCitiesByZipcode/FR/${params["zipcode"]}`;
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => params[name] ?? "");
}

interface Document {
  type: string;
  title: string;
  filename: string;
  content: string;
}

function documentsOf({ form, body }: Example): Document[] {
  if (form !== undefined) {
    const { type = "", title = "", file = "", ...others } = form;
    return [{ ...others, type, title, filename: file, content: Buffer.from("%PDF-1.4 a file").toString("base64") }];
  }
  return Array.isArray(body) ? (body as Document[]).filter((each) => typeof each === "object" && "content" in each) : [];
}
