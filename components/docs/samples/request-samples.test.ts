import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";

const run = promisify(execFile);
const key = "cg_dev_of the-tests";
const received: { request: IncomingMessage; body: string }[] = [];
/** The status of the server's answer: that of a success of the endpoint. */
let status: number;

const server = createServer((request, response) => {
  text(request).then(
    (body) => {
      received.push({ request, body });
      response.writeHead(status, { "content-type": "application/json" }).end(status === 204 ? undefined : "{}");
    },
    (error: unknown) => response.destroy(error as Error),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(() => server.close());

const addressOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
/** The working directory of samples, with the files of forms. */
const directory = mkdtempSync(join(tmpdir(), "covergate-samples-"));
const fileContent = "%PDF-1.4 a file";
beforeAll(() => {
  const files = cases.flatMap(([, { example }]) => example.form?.["file"] ?? []);
  for (const file of files) writeFileSync(join(directory, file), fileContent);
});
afterAll(() => rmSync(directory, { recursive: true }));
const environment = (own: Record<string, string>) => ({ NODE_ENV: "test", COVERGATE_API_KEY: key, ...own }) as const;

const cases = endpoints.flatMap((endpoint) =>
  (endpoint.examples ?? []).map((example) => [`${endpoint.id}: ${example.name}`, { endpoint, example }] as const),
);

/** How a machine runs a sample as it stands; PHP and Python are not on every one. */
const runners = {
  curl: (sample: string) => run("sh", ["-c", sample], { cwd: directory, env: environment({}) }),
  typescript: (sample: string) =>
    run(process.execPath, ["--input-type=module-typescript", "--eval", sample], {
      cwd: directory,
      env: environment({ NODE_NO_WARNINGS: "1" }),
    }),
};

/** Starting Node takes its time, so a few of each shape: without and with a body, a text as a body, a form, names beyond ASCII. */
const shapes = cases.filter(([name]) =>
  /^(retrieveContracts|createContract|addRenter|cancelContract|deleteProduct|uploadDocument):/.test(name),
);

describe.each(Object.entries(runners))("the samples in %s", (language, runSample) => {
  test.each(language === "curl" ? cases : shapes)("send the example's request: %s", async (_name, { endpoint, example }) => {
    received.length = 0;
    status = endpoint.success.status;
    const { stderr } = await runSample(sampleRequest(endpoint, example, addressOf())[language as keyof typeof runners]);
    // curl writes its progress there.
    if (language === "typescript") expect(stderr).toBe("");
    expect(received).toHaveLength(1);
    const { request, body } = received[0]!;
    const url = new URL(request.url ?? "", addressOf());
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => example.params?.[name] ?? "");
    expect({ method: request.method, path: decodeURIComponent(url.pathname), query: Object.fromEntries(url.searchParams) }).toEqual({
      method: endpoint.method,
      path: `/v2${path}`,
      query: example.query ?? {},
    });
    expect(request.headers["key"]).toBe(key);
    const idempotencyKey = request.headers["idempotency-key"];
    if (!isWrite(endpoint.method) || example.query?.["preview"] !== undefined) expect(idempotencyKey).toBeUndefined();
    else expect(String(idempotencyKey)).toMatch(/^[\x21-\x7E]{20,}$/);
    if (example.form !== undefined) {
      expect(await readForm(request, body)).toEqual({ ...example.form, file: [example.form["file"], fileContent] });
      return;
    }
    expect(body === "" ? undefined : JSON.parse(body)).toEqual(example.body);
    if (example.body !== undefined) expect(request.headers["content-type"]).toBe("application/json");
  });
});

/** The fields of a form that was received; of the file, its name and content. */
async function readForm({ headers }: IncomingMessage, body: string): Promise<Record<string, unknown>> {
  const form = await new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } }).formData();
  const fields = [...form].map(
    async ([name, value]) => [name, typeof value === "string" ? value : [value.name, await value.text()]] as const,
  );
  return Object.fromEntries(await Promise.all(fields));
}

const keyReads = {
  curl: '"key: $COVERGATE_API_KEY"',
  typescript: "key: process.env.COVERGATE_API_KEY",
  php: "$COVERGATE_API_KEY = getenv('COVERGATE_API_KEY');",
  python: '"key": os.environ["COVERGATE_API_KEY"]',
};

test.each(cases)("every sample reads the key from the environment: %s", (_name, { endpoint, example }) => {
  const sample = sampleRequest(endpoint, example, "https://api.covergate.example/v2");
  for (const language of sampleLanguages) expect(sample[language]).toContain(keyReads[language]);
});

test("a curl sample has the same form as the portal's curl command", () => {
  const { endpoint, example } = cases.find(([name]) => name.startsWith("createContract:"))?.[1] ?? expect.fail();
  const { curl } = sampleRequest(endpoint, example, "https://api.covergate.example/v2");
  expect(curl).toContain('-H "key: $COVERGATE_API_KEY"');
  expect(curl).not.toMatch(/--(?:header|request|url|data)\b/);
});
