import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { answerRequest } from "#app/_api/answer-request.ts";
import { explainCode } from "#app/_mcp/explain.ts";
import { inputSchemaOf } from "#app/_mcp/input-schema.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

/** The caller of a tool, with its permissions. */
export interface Caller {
  key: string;
  address: string;
  world: World;
  /** True if the connection's address asks for writes, which also need a development key. */
  mayWrite: boolean;
  userAgent: string;
  hangUp: AbortSignal;
}

interface OperationTool {
  endpoint: Endpoint;
  /** True for the variant of the operation that only previews. */
  isPreview: boolean;
  tool: Tool;
}

/** Writes that only add something. */
const additive = [
  "createContract",
  "createProductFromContract",
  "createClaim",
  "createClaimLink",
  "createContractClaimLink",
  "createProduct",
  "addRenter",
  "submitClaim",
];

/** A tool for each operation, and a preview-only tool for each operation that has a preview. */
export const operationTools: ReadonlyMap<string, OperationTool> = new Map(
  endpoints
    .flatMap((endpoint) => [
      makeTool(endpoint, { isPreview: false }),
      ...(endpoint.query?.shape["preview"] === undefined ? [] : [makeTool(endpoint, { isPreview: true })]),
    ])
    .map((made) => [made.tool.name, made]),
);

function makeTool(endpoint: Endpoint, { isPreview }: { isPreview: boolean }): OperationTool {
  const { id, method, path, summary, description, success } = endpoint;
  const name = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const isReading = !isWrite(method) || isPreview;
  const tool: Tool = {
    name: isPreview ? `preview_${name}` : name,
    title: isPreview ? `Preview: ${summary}` : summary,
    description: [
      isPreview ? `Checks and prices without saving anything: ${summary}.` : `${summary}.`,
      ...(description === undefined ? [] : [description]),
      `\`${method} /v2${path}\`. Returns: ${success.description}`,
    ].join(" "),
    inputSchema: inputSchemaOf(endpoint),
    annotations: {
      readOnlyHint: isReading,
      ...(!isReading && { destructiveHint: !additive.includes(id), idempotentHint: method === "PUT" || method === "PATCH" }),
      openWorldHint: false,
    },
  };
  return { endpoint, isPreview, tool };
}

/** The caller's tools: all that read, and those that write if permitted. */
export function toolsFor(caller: Caller): Tool[] {
  return [...operationTools.values()].filter((each) => whyNot(each, caller) === undefined).map(({ tool }) => tool);
}

/** True for a message that calls an operation, which the API's pipeline counts and logs. */
export function callsOperation(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === "tools/call" && typeof params?.name === "string" && operationTools.has(params.name);
}

function whyNot({ endpoint, isPreview }: OperationTool, { world: { environment }, mayWrite }: Caller): string | undefined {
  if (endpoint.environment !== undefined && endpoint.environment !== environment) {
    return `This tool is for keys of the ${endpoint.environment} environment alone.`;
  }
  if (!isWrite(endpoint.method) || isPreview) return undefined;
  if (environment === "production") return "Assistants only read in production. Use the development key to write.";
  return mayWrite ? undefined : "This connection only reads. Add ?write=true to its address to write in the development environment.";
}

/** Runs an operation through the API's pipeline. An error is a result that the assistant can read, with the catalogue's cure. */
export async function callOperation(
  called: OperationTool,
  sent: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<CallToolResult> {
  const refusal = whyNot(called, caller);
  if (refusal !== undefined) return refused(refusal);
  const { endpoint, isPreview, tool } = called;
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(tool.inputSchema.properties ?? {}, name));
  if (unknown.length > 0) {
    return refused(
      `Unknown arguments: ${unknown.join(", ").slice(0, 200)}. Known: ${Object.keys(tool.inputSchema.properties ?? {}).join(", ")}.`,
    );
  }
  // An empty one would be the path of another endpoint, or of none.
  const missing = Object.keys(endpoint.params?.shape ?? {}).find((name) => (textsOf(sent[name])[0] ?? "") === "");
  if (missing !== undefined) return refused(`The argument ${missing} is missing.`);
  const { idempotency_key: idempotencyKey, body } = sent;
  // Any other value could not become a header, and a retry would execute the call twice.
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
    return refused("idempotency_key must be 1 to 255 visible ASCII characters, such as a UUID.");
  }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_slot, name: string) => encodeURIComponent(textsOf(sent[name])[0] ?? ""));
  const query = new URLSearchParams(
    Object.keys(endpoint.query?.shape ?? {}).flatMap((name) => textsOf(sent[name]).map((text) => [name, text])),
  );
  if (isPreview) query.set("preview", "true");
  const { status, text, executionId } = await answerRequest(
    { method: endpoint.method, path: query.size === 0 ? path : `${path}?${query}`, ...(endpoint.body && body !== undefined && { body }) },
    {
      key: caller.key,
      address: caller.address,
      source: "assistant",
      hangUp: caller.hangUp,
      headers: { "user-agent": caller.userAgent, ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }) },
    },
  );
  if (status < 400) return { content: [{ type: "text", text: text === "" ? "Done." : text }] };
  return refused(text, ...curesOf(text, endpoint), `execution_id: ${executionId}`);
}

function isIdempotencyKey(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]{1,255}$/.test(value);
}

/** The values of a path or query parameter as texts. */
function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => (["string", "number", "boolean"].includes(typeof one) ? [String(one).toWellFormed()] : []));
}

/** The catalogue's cures for an error of this operation. */
function curesOf(text: string, endpoint: Endpoint): string[] {
  const { code, error } = JSON.parse(text) as { code?: number; error?: { code?: number } };
  return explainCode(error?.code ?? code ?? 0, endpoint).map(({ cure }) => cure);
}

export function refused(...texts: string[]): CallToolResult {
  return { isError: true, content: texts.map((text) => ({ type: "text", text })) };
}
