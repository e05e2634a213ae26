import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from "zod-openapi";
import { responsesOf } from "#lib/api/openapi/responses.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { id, method, tag, right, summary, description, params, query, examples = [] } = endpoint;
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(right !== null && { "x-required-right": right }),
    requestParams: {
      ...(params && { path: describeParameters(params, examples, (example) => example.params) }),
      ...(query && { query: describeParameters(query, examples, (example) => example.query) }),
    },
    ...(isWrite(method) && { parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }] }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(endpoint),
  };
}

/** Adds the descriptions and example values to parameters. */
function describeParameters(
  { shape }: z.ZodObject,
  examples: readonly Example[],
  valuesOf: (example: Example) => Record<string, string> | undefined,
): z.ZodObject {
  const parameters = Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const values = examples.flatMap((example) => {
      const value = valuesOf(example)?.[name];
      // Sent as a text, published as the parsed value.
      return value === undefined ? [] : [[example.name, { value: schema.parse(value) }] as const];
    });
    // Without the schema's id, so that the parameter refers to it.
    const { id: _id, ...meta } = schema.meta() ?? {};
    // zod-openapi loses the description behind a default or a conversion; zod finds it.
    const { description = meta.description ?? "" } = z.toJSONSchema(schema, { io: "input" });
    const param = { description, ...meta.param, ...(values.length > 0 && { examples: Object.fromEntries(values) }) };
    return [name, schema.meta({ ...meta, param })] as const;
  });
  return z.object(Object.fromEntries(parameters));
}

function requestBodyOf({ body, examples = [] }: Endpoint): ZodOpenApiRequestBodyObject | undefined {
  if (body === undefined) return undefined;
  const withBody = examples.filter((example) => example.body !== undefined);
  const json = { examples: Object.fromEntries(withBody.map(({ name, body: value }) => [name, { value }])) };
  const { "application/json": schema, "multipart/form-data": form } = body.streamed ?? { "application/json": body.schema };
  return {
    required: body.required ?? true,
    content: {
      ...(schema && { "application/json": { schema, ...json } }),
      ...(form && { "multipart/form-data": { schema: form } }),
    },
  };
}
