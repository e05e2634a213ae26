import { publishedDocument } from "#lib/api/openapi/published.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

export interface JsonSchema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Content {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface Response {
  description: string;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters: readonly Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Response>;
}

type Raw = Omit<Operation, "parameters"> & { parameters?: readonly Parameter[] };

/** Resolves a reference within the document; any other value is returned unchanged. */
export function follow<Value extends object>(value: Value): Value {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value;
  const path = value.$ref.replace("#/", "").split("/");
  const { $ref: _reference, ...own } = value;
  const target = path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], publishedDocument);
  if (typeof target !== "object" || target === null) throw new Error(`${value.$ref} leads nowhere`);
  // Fields beside a reference are more specific to this place.
  return follow({ ...(target as Value), ...own });
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** The operations by identifier, with references to parameters and answers resolved. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(publishedDocument.paths ?? {}).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [readOperation(operation as Raw)];
    }),
  ),
);

export const webhookOperations: readonly Operation[] = Object.values(publishedDocument.components?.pathItems ?? {}).flatMap((item) =>
  "post" in item && item.post !== undefined ? [readOperation(item.post as Raw)[1]] : [],
);

function readOperation(raw: Raw): readonly [string, Operation] {
  const parameters = (raw.parameters ?? []).map(follow);
  const responses = Object.fromEntries(Object.entries(raw.responses).map(([status, response]) => [status, follow(response)]));
  return [raw.operationId, { ...raw, parameters, responses }];
}

/** The request body of an operation: JSON, or a form for file uploads. */
export function bodyOf({ requestBody }: Operation): JsonSchema | undefined {
  const content = requestBody?.content ?? {};
  return (content["application/json"] ?? content["multipart/form-data"])?.schema;
}

export function jsonOf(content: Record<string, Content> | undefined): Content | undefined {
  return content?.["application/json"];
}

/** Returns the schema of `data` in events of a kind, as the reference publishes it. */
export function schemaOfData(eventType: EventType): JsonSchema {
  const operation = webhookOperations.find(({ summary }) => summary === eventType);
  const data = follow(jsonOf(operation?.requestBody?.content)?.schema ?? {}).properties?.["data"];
  if (data === undefined) throw new Error(`the reference does not have ${eventType}`);
  return data;
}
