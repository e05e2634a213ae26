import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { follow, operations } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

const idempotencyKey = {
  type: "string",
  pattern: "^[!-~]{1,255}$",
  description: "A value of your choice, such as a UUID. The same request with the same key is executed once; send it again to retry.",
};

/** The input schema of an operation's tool: path and query parameters by name, and the body in `body`. */
export function inputSchemaOf(endpoint: Endpoint): Tool["inputSchema"] {
  const operation = operations.get(endpoint.id);
  if (operation === undefined) throw new Error(`there is no operation ${endpoint.id}`);
  const parameters = operation.parameters.filter(({ in: place, name }) => place !== "header" && name !== "preview");
  const { required = true, content = {} } = operation.requestBody ?? {};
  const body = content["application/json"]?.schema ?? (content["multipart/form-data"] && documentInJson());
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...(whole(schema) as object), description }])),
      ...(body && { body: whole(body) as object }),
      ...(isWrite(endpoint.method) && { idempotency_key: idempotencyKey }),
    },
    required: [...parameters.filter((each) => each.required === true).map(({ name }) => name), ...(body && required ? ["body"] : [])],
    additionalProperties: false,
  };
}

/** The JSON alternative to an upload form; the pipeline accepts it at both operations. */
function documentInJson(): JsonSchema | undefined {
  return follow(operations.get("uploadDocuments")?.requestBody?.content["application/json"]?.schema ?? {}).items;
}

/** Inlines every reference of a schema, since not all assistants resolve them. */
function whole(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(whole);
  if (typeof schema !== "object" || schema === null) return schema;
  const { unevaluatedProperties, ...rest } = follow(schema) as Record<string, unknown>;
  const fields = Object.entries(rest).map(([name, value]) => [name, whole(value)] as const);
  return { ...Object.fromEntries(fields), ...(unevaluatedProperties === false && { additionalProperties: false }) };
}
