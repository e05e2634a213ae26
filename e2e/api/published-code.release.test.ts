import { spawn } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { markdownPaths } from "#components/docs/as-markdown.ts";
import { callSample } from "#components/docs/samples/client-samples.ts";
import {
  receiverSample,
  recoverySample,
  rehearsalSample,
  rehearsalScript,
  retrySample,
  signatureSamples,
} from "#components/docs/samples/guide-samples.ts";
import { sql } from "#db/client.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

const root = join(import.meta.dirname, "../..");
const example = "https://covergate.example";

/** A block of code of a page, as its Markdown is served. */
interface Block {
  page: string;
  section: string;
  language: string;
  code: string;
}

async function readBlocks(path: string): Promise<Block[]> {
  const page = await (await fetch(new URL(path, inject("baseUrl")))).text();
  return page.split(/^##+ /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf("\n"));
    return Array.from(part.matchAll(/^```(\w*).*\n([^]*?)^```$/gm), ([, language = "", code = ""]) => ({
      page: path,
      section,
      language,
      code,
    }));
  });
}

/** Programs that other tests run, as they stand in the sources. */
const programs: [by: string, code: string][] = [
  ["components/docs/samples/receiver-sample.test.ts", receiverSample],
  ["e2e/api/events.test.ts", recoverySample],
  ["components/docs/samples/retry-sample.test.ts", retrySample],
  ["e2e/api/rehearsal.release.test.ts", rehearsalSample],
  ["e2e/api/rehearsal.release.test.ts", rehearsalScript],
  ...Object.values(signatureSamples).map((code): [string, string] => ["components/docs/samples/signature-samples.test.ts", code]),
  ...globSync("clients/samples/*/*", { cwd: root }).map((file): [string, string] => [
    file.includes("webhook") ? "e2e/foreign/receivers.test.ts" : "e2e/foreign/clients.test.ts",
    readFileSync(join(root, file), "utf8"),
  ]),
];

/** The calls of the reference stand in programs that are run whole (components/docs/samples/client-samples.fixture.ts). */
const calls = endpoints
  .flatMap((endpoint) => (endpoint.examples ?? []).map((each) => callSample(endpoint, each)))
  .flatMap(({ typescript, php, python }): [by: string, code: string][] => [
    ["components/docs/samples/client-samples.test.ts", typescript],
    ["e2e/foreign/clients.test.ts", php],
    ["e2e/foreign/clients.test.ts", python],
  ]);

/** Pages whose commands e2e/api/guides.test.ts types into a shell, block by block. */
const typedGuides = ["first-contract", "first-claim", "claim-links", "going-live", "retries"];
const commands = /^(?:npx (?:--no |--yes --package \S+ )?covergate (?:login|listen --forward-to \S+|trigger \S+)\n)+$/;
const installations = /^(?:(?:npm install|pip install|composer config|composer require) .+\n)+$/;

type Execution = "json" | "reference" | "recipe" | "assistant" | "skill" | `by ${string}`;

/** How a block is executed; undefined if nothing executes it. */
function executionOf({ page, section, language, code }: Block): Execution | undefined {
  const name = /^\/docs\/(.+)\.md$/.exec(page)?.[1] ?? page;
  if (language === "json") return "json";
  if (language === "sh") {
    if (typedGuides.includes(name)) return "by e2e/api/guides.test.ts";
    if (name === "/skill.md") return "skill";
    if (name.startsWith("reference/")) return "reference";
    if (name === "sandbox" && eventTypes.some((type) => type === section)) return "recipe";
    if (name === "assistants") return "assistant";
    if (commands.test(code)) return "by e2e/api/command-line.release.test.ts";
    if (installations.test(code)) return "by e2e/foreign/clients.test.ts";
  }
  if (code.startsWith("package: covergate\n")) return "by e2e/foreign/generators.test.ts";
  const asWritten = code.replaceAll(new URL(inject("baseUrl")).origin, example).trim();
  const by = [...programs, ...calls].find(([, program]) => program.trim() === asWritten)?.[0];
  return by === undefined ? undefined : `by ${by}`;
}

let blocks: Block[];
let shop: Shop;
let directory: string;

beforeAll(async () => {
  const paths = [...markdownPaths().map((path) => (path === "" ? "/docs.md" : `/docs/${path}.md`)), "/skill.md"];
  blocks = (await Promise.all(paths.map(readBlocks))).flat();
  shop = await makeShop();
  directory = mkdtempSync(join(tmpdir(), "covergate-published-"));
  for (const name of ["photo.jpg", "invoice.pdf"]) copyFileSync(join(root, "e2e/documents/files/photo.png"), join(directory, name));
  return () => rmSync(directory, { recursive: true });
});

const executedAs = (execution: Execution) => blocks.filter((block) => executionOf(block) === execution);

/** Types code into bash with what the pages say that the reader has. Its curl also prints the status. */
async function typeIn(code: string, { key, uid }: Pick<Shop, "key" | "uid"> = shop): Promise<{ printed: string; problem: string }> {
  const env = { NODE_ENV: "test" as const, PATH: "/usr/bin:/bin", COVERGATE_API_KEY: key, RENTER: uid };
  const program = spawn("bash", [], { cwd: directory, env, stdio: ["pipe", "pipe", "pipe"] });
  program.stdin.end(code);
  const [printed, problem] = await Promise.all([text(program.stdout), text(program.stderr)]);
  return { printed, problem };
}

describe("every block of code of the documentation", () => {
  test("is executed by a test", () => {
    const idle = blocks.filter((block) => executionOf(block) === undefined);
    expect(idle.map(({ page, section, code }) => [page, section, code.slice(0, 60)])).toEqual([]);
    const ways = new Set(blocks.map((block) => executionOf(block)));
    expect(ways).toEqual(new Set([...ways, "json", "reference", "recipe", "assistant", "skill"]));
  });

  test("names the address that serves it, in every form and language", async () => {
    const { origin } = new URL(inject("baseUrl"));
    const pages = [...new Set(blocks.map(({ page }) => page.replace(/\.md$/, "")))].filter((page) => page !== "/skill");
    const forms = pages.flatMap((page) => [[`${page}.md`, "en"] as const, [page, "en"] as const, [page, "fr"] as const]);
    for (const [path, language] of forms) {
      const page = await (await fetch(new URL(path, origin), { headers: { "accept-language": language } })).text();
      // Answers in the reference are recorded examples.
      const shown = path.startsWith("/docs/reference/")
        ? page.replaceAll(/https:\/\/api\.covergate\.example\/(?:claim|files)\//g, "")
        : page;
      expect(shown.match(/\/v2\/v2|https?:\/\/(?:api\.)?covergate\.example/g), `${path} in ${language}`).toBeNull();
    }
  });

  test("reads settings by one set of names, which the page defines or explains before", () => {
    const wrong = blocks.flatMap(({ page, section, code }) =>
      (code.match(/\b(?:API_KEY|API|WEBHOOK_SECRET|SECRET|BASE_URL|COVERGATE)\b(?=\W)/g) ?? [])
        .filter((name) => new RegExp(`(?:\\$\\{?|env\\.|getenv\\('|environ\\["|\\{ )${name}\\b`).test(code))
        .map((name) => [page, section, name]),
    );
    expect(wrong).toEqual([]);
  });

  test("of JSON is JSON", () => {
    for (const { page, section, code } of executedAs("json")) {
      expect(() => JSON.parse(code) as unknown, `${page}, ${section}`).not.toThrow();
    }
  });

  test("in the reference is a request that the API knows", async () => {
    const curl = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n`;
    const answers = [];
    for (const { section, code } of executedAs("reference")) {
      const { printed, problem } = await typeIn(curl + code);
      const status = Number(printed.slice(printed.lastIndexOf("\n") + 1));
      // Its identifiers are examples, so what they name may not be there. Its form is right, and its key is taken.
      const isKnown = status >= 200 && status < 500 && ![401, 404, 405].includes(status) && !/is not accepted here/.test(printed);
      const isMissing = (status === 404 || status === 401) && /"code":(?:2\d\d\d|4\d\d\d|1090|9003)|the event does not exist/.test(printed);
      if (problem !== "" || !(isKnown || isMissing)) answers.push([section, status, problem, printed.slice(0, 300)]);
    }
    expect(answers).toEqual([]);
  });

  test.skipIf(globSync("/usr/bin/{jq,curl}").length < 2)("of a recipe makes its event happen", async () => {
    for (const { section, code } of executedAs("recipe")) {
      const own = await makeShop();
      const { problem, printed } = await typeIn(code, own);
      expect(problem, `${section}: ${printed}`).toBe("");
      await waitFor(async () => {
        const events = await sql`select from events where world_id = ${own.world.id} and event_type = ${section}`;
        expect(events.length, `${section}: ${printed.slice(-500)}`).toBeGreaterThan(0);
      });
    }
  });

  test("of the skill creates a first contract", async () => {
    const own = await makeShop();
    for (const { code } of executedAs("skill")) expect((await typeIn(code, own)).problem).toBe("");
    expect(await sql`select from contracts where world_id = ${own.world.id}`).toHaveLength(1);
  });

  test("connects an assistant", async () => {
    const [{ code } = expect.fail()] = executedAs("assistant");
    const filled = code.replace("COVERGATE_API_KEY=…", `COVERGATE_API_KEY=${shop.key}`);
    const { printed } = await typeIn(`claude() { printf '%s\\n' "$@"; }\n${filled}`);
    const [address, header] = [/^https?:.*$/m.exec(printed)?.[0] ?? "", /^Authorization: .*$/m.exec(printed)?.[0] ?? ""];
    const configured = executedAs("json").flatMap(({ page, code: json }) =>
      page === "/docs/assistants.md" ? (json.match(/http[^"]*mcp[^"]*/g) ?? []) : [],
    );
    expect(new Set(configured)).toEqual(new Set([address]));
    const client = new Client({ name: "tests", version: "1.0.0" });
    const requestInit = { headers: { authorization: header.replace("Authorization: ", "") } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    // The published address reads; a guide says what writing needs.
    expect(tools).toContain("list_claims");
    expect(tools).not.toContain("write_operation");
  });
});
