import { describe, expect, test } from "vitest";
import { call } from "#e2e/api/client.ts";
import { inWorld, tellStory } from "#e2e/api/story.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

interface Schema {
  $ref?: string;
  type?: string;
  required?: string[];
  minProperties?: number;
}

const { components, paths } = buildDocument("https://api.covergate.example/v2");

/** True if the description allows a body without fields. */
function allowsEmpty({ $ref, type, required = [], minProperties = 0 }: Schema): boolean {
  if ($ref !== undefined) return allowsEmpty((components?.schemas?.[$ref.split("/").at(-1) ?? ""] ?? {}) as Schema);
  return type === "object" && required.length === 0 && minProperties === 0;
}

const taking = endpoints.flatMap((endpoint) => {
  const method = endpoint.method.toLowerCase() as "post";
  const body = paths?.[endpoint.path]?.[method]?.requestBody as { content: Record<string, { schema: Schema }> } | undefined;
  const schema = body?.content["application/json"]?.schema;
  return schema === undefined ? [] : [[endpoint.id, { endpoint, schema }] as const];
});

describe("a missing body is accepted exactly where the API description allows it", () => {
  test.each(taking)("%s", async (_id, { endpoint, schema }) => {
    const { access, names } = await tellStory(endpoint);
    const [example = { name: "" }] = endpoint.examples ?? [];
    const { status } = await call(access.key, endpoint, { ...inWorld(example, names), body: {} });
    expect({ accepted: status < 300 }).toEqual({ accepted: allowsEmpty(schema) });
  });
});
