import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { searchDocumentation } from "#app/_mcp/documentation.ts";
import { explainCode } from "#app/_mcp/explain.ts";
import { data, isChange, operationsOf, operationTools, refused } from "#app/_mcp/tools.ts";
import type { Caller } from "#app/_mcp/tools.ts";
import { read } from "#lib/developer/calls/read.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { describeError } from "#lib/platform/wire/wire.ts";

interface Asking {
  caller: Caller;
  now: Date;
}

interface OwnTool {
  tool: Tool;
  run(input: unknown, asking: Asking): Promise<CallToolResult>;
}

/** Tools about the API, beside those that call it. */
export const ownTools: Readonly<Record<string, OwnTool>> = {
  list_operations: ownTool({
    name: "list_operations",
    title: "List the operations",
    description: "Names all operations that this connection may call. With the name of one, shows what it does and its arguments.",
    input: z.strictObject({ operation: z.string().max(100).optional().describe("The name of one, such as `create_contract`.") }),
    async run({ operation }, { caller }) {
      if (operation === undefined) {
        const lines = operationsOf(caller).map((each) => `${each.tool.name} (${isChange(each) ? "writes" : "reads"}): ${each.tool.title}`);
        return { content: [{ type: "text", text: lines.join("\n") }] };
      }
      const explanations = operationTools.get(operation);
      if (explanations === undefined) return refused(`There is no operation ${operation}.`);
      const { name, description, inputSchema } = explanations.tool;
      return written({ name, run_by: isChange(explanations) ? "write_operation" : "call_operation", description, arguments: inputSchema });
    },
  }),
  explain_error: ownTool({
    name: "explain_error",
    title: "Explain an error",
    description:
      "What an error code of the API means, what causes it and how to correct it. With the execution_id of a call also what was sent and answered, and the events and deliveries that it caused.",
    input: z.strictObject({
      code: z.int().optional().describe("The code of the error, such as 1012."),
      operation: z
        .string()
        .max(100)
        .optional()
        .describe("The operation that answered it, such as createContract: several errors share a code."),
      execution_id: z.string().max(100).optional().describe("The call, from its answer or the header x-execution-id."),
    }),
    async run({ code, operation, execution_id: executionId }, { caller, now }) {
      const call = executionId === undefined ? undefined : await readCall(executionId, caller, now);
      if (executionId !== undefined && call === undefined) return refused(`This environment keeps no call ${executionId}.`);
      const endpoint = endpoints.find(({ id }) => id === (operation ?? call?.endpoint));
      if (operation !== undefined && endpoint === undefined) return refused(`There is no operation ${operation}.`);
      const asked = code ?? call?.errorCode ?? undefined;
      if (asked === undefined && call === undefined) return refused("Give the code of an error, or the execution_id of a call.");
      const found = asked === undefined ? [] : explainCode(asked, endpoint);
      const place = endpoint === undefined ? "" : ` at ${endpoint.id}`;
      if (asked !== undefined && found.length === 0) return refused(`No error has the code ${asked}${place}.`);
      const errors = found.map(({ name, status, meaning, cure, operations }) => ({
        name,
        code: asked,
        status,
        meaning,
        cause: operations.length === 0 ? "Any call can be refused with it." : `A request to ${operations.join(", ")} was refused with it.`,
        cure,
      }));
      return call === undefined ? written(errors) : data(JSON.stringify({ errors, call }, null, 2));
    },
  }),
  search_docs: ownTool({
    name: "search_docs",
    title: "Search the documentation",
    description: "Finds sections of the guides and the reference by words.",
    input: z.strictObject({
      query: z.string().min(1).max(300).describe("Words to look for, in English."),
      limit: z.int().min(1).max(20).default(5).describe("How many sections to return."),
    }),
    run: async ({ query, limit }, { now }) =>
      written(searchDocumentation(query, limit, now).map(({ page, title, url, text }) => ({ page, title, url, text }))),
  }),
};

/** Reads a call from the log with masked personal values; undefined if the caller's world has no such call. */
async function readCall(executionId: string, { world }: Caller, realTime: Date) {
  try {
    const { method, path, query, endpoint, status, errorCode, request, response, events } = await read({ world, realTime }, executionId);
    return { method, path, query, endpoint, status, errorCode, request: request?.text, response: response?.text, events };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

function ownTool<Input extends z.ZodObject>({
  name,
  title,
  description,
  input,
  run,
}: Pick<Tool, "name" | "title" | "description"> & {
  input: Input;
  run(request: z.output<Input>, asking: Asking): Promise<CallToolResult>;
}): OwnTool {
  const inputSchema = z.toJSONSchema(input, { io: "input" }) as Tool["inputSchema"];
  return {
    tool: { name, title, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
    async run(request, asking) {
      const parsed = input.safeParse(request);
      return parsed.success ? run(parsed.data, asking) : refused(describeError(parsed.error, "arguments"));
    },
  };
}

function written(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value, null, 2) }] };
}
