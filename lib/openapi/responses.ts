import { z } from "zod";
import type { ZodOpenApiExampleObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { isWrite } from "#lib/endpoint.ts";
import type { Endpoint, Side } from "#lib/endpoint.ts";
import { errorCatalogue } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { errorBody, errorType } from "#lib/http/envelope.ts";
import answers from "#lib/openapi/answers.json" with { type: "json" };
import { errorSchema, successSchema } from "#lib/openapi/envelopes.ts";
import { errorsByStatus, pipelineErrorsOf } from "#lib/openapi/errors-of.ts";
import { headersOf } from "#lib/openapi/headers.ts";
import { inPascalCase } from "#lib/openapi/pascal-case.ts";

/** The success of an endpoint, and its errors grouped by HTTP status with an example of each. */
export function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { status, description } = endpoint.success;
  const schema = namedSchema(endpoint);
  const success = {
    description,
    headers: headersOf(status, isWrite(endpoint.method)),
    ...(schema && { content: { "application/json": { schema, ...exampleOf(endpoint) } } }),
  };
  const errors = [...errorsByStatus(endpoint)].map(
    ([errorStatus, names]) => [errorStatus, errorResponseOf(endpoint, errorStatus, names)] as const,
  );
  const accepted = endpoint.success.accepted === undefined ? {} : { 202: { ...success, description: endpoint.success.accepted } };
  return { [status]: success, ...accepted, ...Object.fromEntries(errors) };
}

const namedSchemas = new Map<string, z.ZodType>();

/** The name of the schema of an endpoint's success; of a list in an array, that of what is in it. */
export function schemaNameOf({ id, success }: Endpoint): string {
  return success.schemaName ?? `${inPascalCase(id)}Response`;
}

function namedSchema(endpoint: Endpoint): z.ZodType | undefined {
  const schema = successSchema(endpoint);
  if (schema === undefined) return undefined;
  const id = schemaNameOf(endpoint);
  const meta = { id, description: endpoint.success.description };
  return getOrMake(namedSchemas, id, () =>
    schema instanceof z.ZodArray ? z.array((schema.element as z.ZodType).meta(meta)) : schema.meta(meta),
  );
}

/** What was answered to the first example of an endpoint, as e2e/api/examples.test.ts has recorded it. */
function exampleOf({ id }: Endpoint): { example?: unknown } {
  const recorded: Record<string, unknown> = answers;
  return id in recorded ? { example: recorded[id] } : {};
}

// zod-openapi makes one component of what has an id and is the same object wherever it is met.
const sharedResponses = new Map<string, ZodOpenApiResponseObject>();
const errorExamples = new Map<string, ZodOpenApiExampleObject>();

/** What the pipeline alone answers is the same at every endpoint of a side, and so becomes a component. */
function errorResponseOf(endpoint: Endpoint, status: number, names: readonly ErrorName[]): ZodOpenApiResponseObject {
  const pipelineErrors = pipelineErrorsOf(endpoint);
  const response = () => errorResponse(endpoint.side, status, names);
  if (!names.every((name) => pipelineErrors.includes(name))) return response();
  const id = `${inPascalCase(endpoint.side)}${inPascalCase(errorType(status))}`;
  return getOrMake(sharedResponses, id, () => ({ ...response(), id }));
}

function errorResponse(side: Side, status: number, names: readonly ErrorName[]): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(names.map((name) => [name, errorExample(side, name)]));
  return {
    description: names.map(describeError).join("\n"),
    headers: headersOf(status),
    content: { "application/json": { schema: errorSchema(side, status), examples } },
  };
}

/** One line of a list in Markdown: code, name, meaning, cure. */
function describeError(name: ErrorName): string {
  const { code, meaning, cure } = errorCatalogue[name];
  return `- \`${code}\` **${name}**: ${meaning}. ${cure}`;
}

function errorExample(side: Side, name: ErrorName): ZodOpenApiExampleObject {
  const entry = errorCatalogue[name];
  const id = `${side}.${name}`;
  return getOrMake(errorExamples, id, () => {
    const value = errorBody(side, entry, entry.meaning, "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A");
    return { id, summary: `${entry.code} ${entry.meaning}`, value };
  });
}

function getOrMake<Value>(known: Map<string, Value>, id: string, make: () => Value): Value {
  const value = known.get(id) ?? make();
  known.set(id, value);
  return value;
}
