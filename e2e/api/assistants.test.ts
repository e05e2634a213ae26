import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, inject, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { makeClaim, photo } from "#e2e/api/claims.fixture.ts";
import { succeed } from "#e2e/api/client.ts";
import { lcd } from "#e2e/api/samples.ts";
import { asStaff, makePartner, makeShop, readWorld } from "#e2e/api/world.ts";
import { revoke } from "#lib/account/keys/issue.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";

const address = (query = "") => new URL(`/mcp${query}`, inject("baseUrl"));

/** The official client, connected as an assistant is. */
async function connect(headers: Record<string, string>, query = ""): Promise<Client> {
  const client = new Client({ name: "tests", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(address(query), { requestInit: { headers } }));
  return client;
}

async function use(client: Client, name: string, sent: Record<string, unknown> = {}) {
  const { content, isError = false } = (await client.callTool({ name, arguments: sent })) as CallToolResult;
  return { isError, text: content.map((block) => (block.type === "text" ? block.text : "")).join("\n") };
}

const toolName = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const nameOfTools = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

/** A message without the client, for what no client sends. */
function post(body: string, headers: Record<string, string>, query = ""): Promise<Response> {
  const accepted = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  return fetch(address(query), { method: "POST", body, headers: { ...accepted, ...headers } });
}
const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

describe("the tools for assistants", () => {
  test("include every operation with its published schema for a development key with write=true", async () => {
    const { key } = await makeShop();
    const { tools } = await (await connect({ key }, "?write=true")).listTools();
    const named = new Map(tools.map((tool) => [tool.name, tool]));
    for (const { id, method, params, query, body } of endpoints) {
      const tool = named.get(toolName(id));
      expect(tool, `no tool for ${id}`).toBeDefined();
      expect(tool?.annotations?.readOnlyHint).toBe(!isWrite(method));
      const known = Object.keys(tool?.inputSchema.properties ?? {});
      const expected = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {}), ...(body === undefined ? [] : ["body"])];
      expect(known.filter((name) => name !== "idempotency_key")).toEqual(expected.filter((name) => name !== "preview"));
      expect(JSON.stringify(tool)).not.toContain("$ref");
    }
    expect(named.get("cancel_contract")?.annotations?.destructiveHint).toBe(true);
    expect(named.get("create_contract")?.annotations?.destructiveHint).toBe(false);
  });

  test("include none that write without write=true or with a production key", async () => {
    const { partner } = await makeShop();
    const reading = endpoints.filter(({ method }) => !isWrite(method)).map(({ id }) => toolName(id));
    const previews = endpoints.filter(({ query }) => query?.shape["preview"] !== undefined).map(({ id }) => `preview_${toolName(id)}`);
    const own = ["explain_error", "search_docs"];
    expect((await nameOfTools(await connect({ key: partner.development.key }))).toSorted()).toEqual(
      [...reading, ...previews, ...own].toSorted(),
    );
    const inProduction = await connect({ key: partner.production.key }, "?write=true");
    const ofProduction = reading.filter((name) => name !== "get_sandbox_clock");
    expect((await nameOfTools(inProduction)).toSorted()).toEqual([...ofProduction, ...previews, ...own].toSorted());
  });
});

describe("an assistant", () => {
  test("can price a contract without writing, create it and read it", async () => {
    const shop = await makeShop();
    const client = await connect({ authorization: `Bearer ${shop.key}` }, "?write=true");
    const untouched = await readWorld(shop.world);
    const preview = await use(client, "preview_create_contract", { body: lcd(shop.uid) });
    expect([preview.isError, JSON.parse(preview.text)]).toEqual([
      false,
      expect.objectContaining({ contract: expect.objectContaining({ price: 13.55 }) }),
    ]);
    expect(await readWorld(shop.world)).toEqual(untouched);
    const created = await use(client, "create_contract", { body: lcd(shop.uid) });
    const { contract } = JSON.parse(created.text) as { contract: { cid: string; price: number } };
    const read = await use(client, "retrieve_contract", { contractId: contract.cid });
    expect((JSON.parse(read.text) as { contract: object }).contract).toEqual(contract);
  });

  test("creates one contract however often it repeats a call with the same idempotency_key", async () => {
    const shop = await makeShop();
    const client = await connect({ key: shop.key }, "?write=true");
    const sent = { body: lcd(shop.uid), idempotency_key: "one-and-only" };
    const [first, second] = [await use(client, "create_contract", sent), await use(client, "create_contract", sent)];
    expect(second).toEqual(first);
    expect(await sql`select from contracts where world_id = ${shop.world.id}`).toHaveLength(1);
  });

  test("can upload a document in base64", async () => {
    const shop = await makeShop();
    const claim = await makeClaim(shop);
    const client = await connect({ key: shop.key }, "?write=true");
    for (const [tool, body] of [
      ["upload_document", photo],
      ["upload_documents", [photo]],
    ] as const) {
      expect(await use(client, tool, { id: claim.id, body })).toMatchObject({ isError: false });
    }
  });

  test("that may not write is refused with an explanation, and nothing is written", async () => {
    const { partner, ...shop } = await makeShop();
    for (const [access, query, said] of [
      [shop, "", "?write=true"],
      [partner.production, "?write=true", "only read in production"],
    ] as const) {
      const untouched = await readWorld(access.world);
      const refused = await use(await connect({ key: access.key }, query), "create_contract", { body: lcd(shop.uid) });
      expect(refused).toEqual({ isError: true, text: expect.stringContaining(said) });
      expect(await readWorld(access.world)).toEqual(untouched);
    }
  });

  test("gets the code, the cure and the call of an error, and its meaning", async () => {
    const { key } = await makeShop();
    const client = await connect({ key }, "?write=true");
    const { isError, text } = await use(client, "create_contract", { body: {} });
    expect(isError).toBe(true);
    expect(text).toContain('"code":1012');
    const executionId = /execution_id: (exec_\w+)/.exec(text)?.[1] ?? "";
    const explained = await vi.waitFor(async () => {
      const told = await use(client, "explain_error", { execution_id: executionId });
      expect(told.isError).toBe(false);
      return JSON.parse(told.text) as object;
    });
    expect(explained).toMatchObject({
      errors: [{ name: "UID_MISSING", code: 1012 }],
      call: { method: "POST", path: "/v2/contracts", status: 400 },
    });
    const stranger = await connect({ key: (await makeShop()).key });
    expect(await use(stranger, "explain_error", { execution_id: executionId })).toMatchObject({ isError: true });
  });

  test.each(["retrieve_contract", "get_claim", "retrieve_product"])("is told by %s which identifier is missing or empty", async (name) => {
    const client = await connect({ key: (await makeShop()).key });
    const { inputSchema } = (await client.listTools()).tools.find((tool) => tool.name === name) ?? expect.fail();
    const [id = ""] = inputSchema.required ?? [];
    const refusal = { isError: true, text: `The argument ${id} is missing.` };
    expect(await use(client, name)).toEqual(refusal);
    expect(await use(client, name, { [id]: "" })).toEqual(refusal);
  });

  test("can look up a code with meaning, cause and cure, for an operation where several share it", async () => {
    const client = await connect({ key: (await makeShop()).key });
    const explain = async (sent: object) => JSON.parse((await use(client, "explain_error", { ...sent })).text) as { name: string }[];
    expect((await explain({ code: 1001 })).map(({ name }) => name)).toEqual(["END_BEFORE_START", "QUESTIONS_INCOMPLETE"]);
    expect(await explain({ code: 1001, operation: "createClaim" })).toEqual([
      expect.objectContaining({
        name: "QUESTIONS_INCOMPLETE",
        meaning: expect.any(String),
        cause: expect.any(String),
        cure: expect.any(String),
      }),
    ]);
    expect(await use(client, "explain_error", { code: 7 })).toMatchObject({ isError: true });
  });

  test("can search the documentation, and read all of it as resources", async () => {
    const client = await connect({ key: (await makeShop()).key });
    const found = JSON.parse((await use(client, "search_docs", { query: "verify the signature of a webhook", limit: 3 })).text) as {
      url: string;
    }[];
    expect(found[0]?.url).toMatch(/webhooks\.md$/);
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const [page] = (await client.readResource({ uri })).contents;
      expect(page).toMatchObject({ uri, mimeType: "text/markdown", text: expect.stringMatching(/^# /) });
      expect((await fetch(uri)).status, uri).toBe(200);
    }
  });

  test("has prompts to integrate contracts and to debug a webhook", async () => {
    const client = await connect({ key: (await makeShop()).key });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["integrate_contracts", "debug_webhook"]);
    const { messages } = await client.getPrompt({ name: "debug_webhook", arguments: { problem: "It answers 401." } });
    expect(JSON.stringify(messages)).toContain("It answers 401.");
  });
});

describe("a call of an assistant", () => {
  test("is in the call log as the assistant's, without the key", async () => {
    const shop = await makeShop();
    await use(await connect({ authorization: `Bearer ${shop.key}`, "user-agent": "an editor" }), "preview_create_contract", {
      body: lcd(shop.uid),
    });
    const [call] = await vi.waitFor(async () => {
      const calls = await sql`select * from calls where world_id = ${shop.world.id} and source is not null`;
      expect(calls).toHaveLength(1);
      return calls;
    });
    expect(call).toMatchObject({
      source: "assistant",
      endpoint: "createContract",
      preview: true,
      status: 200,
      userAgent: "an editor",
      keyId: shop.keyId,
    });
    expect(JSON.stringify(call)).not.toContain(shop.key);
  });

  test("counts once against the rate limit, and is refused above it", async () => {
    const { development } = await makePartner({ requestsPerMinute: 8 });
    const read = message("tools/call", { name: "retrieve_renters", arguments: {} });
    // The minute may end between two calls.
    const refused = await vi.waitFor(
      async () => {
        const answers: { status: number; text: string }[] = [];
        for (let count = 0; count < 12; count += 1) {
          const answer = await post(count % 2 === 0 ? read : message("tools/list"), { key: development.key });
          answers.push({ status: answer.status, text: await answer.text() });
        }
        const beyond = answers.filter(({ status, text }) => status === 429 || text.includes("99888"));
        expect(beyond).toHaveLength(4);
        return beyond;
      },
      { timeout: 90_000, interval: 1000 },
    );
    // A tool's refusal is a result, and the protocol's own messages are refused at the door.
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  test("sees nothing of another world", async () => {
    const [mine, theirs] = [await makeShop(), await makeShop()];
    const { cid = "" } = await succeed(theirs.key, createContract, { body: lcd(theirs.uid) });
    const untouched = await readWorld(theirs.world);
    const client = await connect({ key: mine.key }, "?write=true");
    for (const [tool, sent] of [
      ["retrieve_contract", { contractId: cid }],
      ["cancel_contract", { contractId: cid }],
      ["retrieve_contracts", { uid: theirs.uid }],
      ["create_contract", { body: lcd(theirs.uid) }],
    ] as const) {
      expect([tool, (await use(client, tool, sent)).isError]).toEqual([tool, true]);
    }
    expect(JSON.parse((await use(client, "list_events")).text)).toMatchObject({ events: [] });
    expect(await readWorld(theirs.world)).toEqual(untouched);
  });
});

describe("without a valid key", () => {
  test("every message gets a 401 in the API's envelope", async () => {
    const { partner } = await makeShop();
    await revoke(asStaff(), partner.production.keyId, "leaked");
    for (const [headers, code] of [
      [{}, 9001],
      [{ authorization: "Basic x" }, 9001],
      [{ key: "cg_dev_1" }, 9002],
      [{ authorization: `Bearer ${generateKey("development")}` }, 9002],
      [{ key: partner.production.key }, 9002],
    ] as const) {
      const answer = await post(message("tools/list"), headers);
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await answer.json()).toMatchObject({ success: false, error: { code } });
    }
  });
});

describe("an invalid message", () => {
  test.each([
    ["a list of messages", `[${message("ping")},${message("ping")}]`, 400],
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["null", "null", 400],
    ["a message without the protocol", "{}", 400],
    ["a body that is nested without end", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, 400],
    ["a body of more than 1 MiB", JSON.stringify("x".repeat(1_100_000)), 413],
    ["a NUL", message("tools/call", { name: "retrieve_contracts", arguments: { uid: "a\0b" } }), 400],
  ])("with %s is refused", async (_case, body, status) => {
    const { key } = await makeShop();
    expect((await post(body, { key })).status).toBe(status);
  });

  test.each([
    ["a tool that there is not", { name: "__proto__", arguments: {} }],
    ["arguments that there are not", { name: "retrieve_renters", arguments: { constructor: 1 } }],
    ["an identifier that leads elsewhere", { name: "retrieve_contract", arguments: { contractId: "../sandbox/clock" } }],
    ["an identifier of dots", { name: "retrieve_contract", arguments: { contractId: ".." } }],
    ["an identifier that is an object", { name: "retrieve_contract", arguments: { contractId: { toString: "x" } } }],
    ["an idempotency_key that is no header", { name: "create_contract", arguments: { body: {}, idempotency_key: "a\r\nkey: b" } }],
    ["an idempotency_key that is no text", { name: "create_contract", arguments: { body: {}, idempotency_key: 7 } }],
    ["half a character", { name: "retrieve_contract", arguments: { contractId: "%ED%A0%80" } }],
  ])("with %s gets an error that the assistant can read", async (_case, params) => {
    const { key } = await makeShop();
    const answer = await post(message("tools/call", params), { key }, "?write=true");
    const { result, error } = (await answer.json()) as { result?: { isError?: boolean }; error?: object };
    expect(answer.status).toBe(200);
    expect(result?.isError ?? error !== undefined).toBe(true);
  });

  test("a page of another site cannot connect, whatever key it has", async () => {
    const { key } = await makeShop();
    expect((await post(message("ping"), { key, origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await post(message("ping"), { key, origin: inject("baseUrl") })).status).toBe(200);
  });

  test("requests to open or end a session are refused, and are not counted as calls", async () => {
    const { key, world } = await makeShop();
    for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
      const answer = await fetch(address(), { method, headers: { key, accept: "text/event-stream" } });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
    const answer = await post(
      message("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } }),
      { key },
    );
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    expect(await sql`select from calls where world_id = ${world.id} and path = '/mcp'`).toHaveLength(0);
  });
});
