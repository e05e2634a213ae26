import { z } from "zod";
import type { ZodOpenApiExampleObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject, oas31 } from "zod-openapi";
import { errorBody, errorType } from "#lib/api/envelope.ts";
import answers from "#lib/api/openapi/answers.json" with { type: "json" };
import { errorSchema, successSchema } from "#lib/api/openapi/envelopes.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Side } from "#lib/platform/wire/endpoint.ts";

export function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { status, description, file } = endpoint.success;
  const schema = namedSchema(endpoint);
  const success = {
    description,
    headers: headersOf(status, isWrite(endpoint.method)),
    ...(schema && {
      content: {
        "application/json": { schema, ...exampleOf(endpoint) },
        ...(file && { [file.contentType]: { schema: z.string().meta({ description: file.description }) } }),
      },
    }),
  };
  const errors = [...errorsByStatus(endpoint)].map(
    ([errorStatus, names]) => [errorStatus, errorResponseOf(endpoint, errorStatus, names)] as const,
  );
  const accepted = endpoint.success.accepted === undefined ? {} : { 202: { ...success, description: endpoint.success.accepted } };
  return { [status]: success, ...accepted, ...Object.fromEntries(errors) };
}

const namedSchemas = new Map<string, z.ZodType>();

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

/** The recorded answer to the endpoint's first example (e2e/api/examples.test.ts). */
function exampleOf({ id }: Endpoint): { example?: unknown } {
  const recorded: Record<string, unknown> = answers;
  return id in recorded ? { example: recorded[id] } : {};
}

// zod-openapi makes a component of an object with an id that it meets twice.
const sharedResponses = new Map<string, ZodOpenApiResponseObject>();
const errorExamples = new Map<string, ZodOpenApiExampleObject>();

/** Answers of the pipeline alone are equal at most endpoints of a side, so they become a component. */
function errorResponseOf(endpoint: Endpoint, status: number, names: readonly ErrorName[]): ZodOpenApiResponseObject {
  const pipelineErrors = pipelineErrorsOf(endpoint);
  const response = () => errorResponse(endpoint.side, status, names);
  if (!names.every((name) => pipelineErrors.includes(name))) return response();
  const id = `${inPascalCase(endpoint.side)}${inPascalCase(errorType(status))}`;
  const shared = getOrMake(sharedResponses, id, () => ({ ...response(), id }));
  return shared.description === describeErrors(names) ? shared : response();
}

function errorResponse(side: Side, status: number, names: readonly ErrorName[]): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(names.map((name) => [name, errorExample(side, name)]));
  return {
    description: describeErrors(names),
    headers: headersOf(status),
    content: { "application/json": { schema: errorSchema(side, status), examples } },
  };
}

function describeErrors(names: readonly ErrorName[]): string {
  return names.map(describeError).join("\n");
}

function describeError(name: ErrorName): string {
  const { code, meaning, cure } = errorCatalogue[name];
  return `- \`${code}\` **${name}**: ${meaning}. ${cure}`;
}

function errorExample(side: Side, name: ErrorName): ZodOpenApiExampleObject {
  const entry = errorCatalogue[name];
  const id = `${side}.${name}`;
  return getOrMake(errorExamples, id, () => {
    const value = errorBody(side, entry, { message: entry.meaning }, "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A");
    return { id, summary: `${entry.code} ${entry.meaning}`, value };
  });
}

function getOrMake<Value>(components: Map<string, Value>, id: string, make: () => Value): Value {
  const value = components.get(id) ?? make();
  components.set(id, value);
  return value;
}

export function errorsByStatus(endpoint: Endpoint): Map<number, ErrorName[]> {
  const possible = new Set<ErrorName>([...pipelineErrorsOf(endpoint), ...endpoint.errors]);
  const names = (Object.keys(errorCatalogue) as ErrorName[]).filter((name) => possible.has(name));
  return Map.groupBy(names, (name) => errorCatalogue[name].status);
}

/** Headers of every answer (rules/errors.md#answers-2); the rate limit's are of the IETF draft "RateLimit header fields for HTTP". */
const headers = {
  "x-execution-id": {
    description: "Identifies this call in the call log; quote it to support. Equal to `execution_id` if the body has one.",
    required: true,
    schema: { type: "string", examples: ["exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] },
  },
  ratelimit: {
    description: "How many requests are left (`r`) until the window ends, and in how many seconds that is (`t`).",
    schema: { type: "string", examples: ['"default";r=598;t=42'] },
  },
  "ratelimit-policy": {
    description: "How many requests (`q`) the key may send in a window, and the window's length in seconds (`w`).",
    schema: { type: "string", examples: ['"default";q=600;w=60'] },
  },
  "idempotent-replayed": {
    description:
      "`true` if this is the response to the first request with the same `Idempotency-Key`, byte for byte; absent otherwise. `x-execution-id` is then that of the first call.",
    schema: { type: "string", enum: ["true"], examples: ["true"] },
  },
  "retry-after": {
    description: "In how many seconds the next request will be accepted; absent if waiting does not help.",
    schema: { type: "integer", minimum: 1, maximum: 60, examples: [42] },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

export const idempotencyKeyParameter: oas31.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A value of your choice, 1 to 255 visible ASCII characters such as a UUID, with or without quotes, that identifies this request: a repeat within 24 hours runs nothing and returns the first response. Use a new key for each new request.",
  // `readIdempotencyKey` reads the same: 255 plain characters, or quoted, where a backslash precedes a quote or a backslash.
  schema: {
    type: "string",
    pattern: String.raw`^([!#-~][!-~]{0,254}|"([!#-\[\]-~]|\\["\\]){1,255}")$`,
    examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
  },
};

/** A call with a refused key is not counted, so its answer has no rate limit. */
function headersOf(status: number, isReplayable = false): oas31.HeadersObject {
  const names: (keyof typeof headers)[] = ["x-execution-id"];
  if (status !== 401) names.push("ratelimit", "ratelimit-policy");
  if (status === 429 || status === 409 || status === 503) names.push("retry-after");
  if (isReplayable) names.push("idempotent-replayed");
  // Not as references, at which widely used versions of generators fail.
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

/** `readContract` becomes `ReadContract`, and `bad_request` `BadRequest`. */
export function inPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
