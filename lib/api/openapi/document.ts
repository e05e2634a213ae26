import { createDocument } from "zod-openapi";
import type { CreateDocumentOptions, ZodOpenApiOverrideContext, ZodOpenApiPathItemObject, ZodOpenApiPathsObject, oas31 } from "zod-openapi";
import { operationOf } from "#lib/api/openapi/operation.ts";
import { idempotencyKeyParameter } from "#lib/api/openapi/responses.ts";
import { eventPathItems, eventSchemas, webhooks, webhooksTag } from "#lib/api/openapi/webhooks.ts";
import { bodyLimit } from "#lib/api/parse.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { entriesLimit } from "#lib/insurance/contracts/requests.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { apiVersion, tags } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** `server` is the full address of `/v2`. */
export function buildDocument(server: string): OpenApiDocument {
  const document = createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [{ url: server }],
      security: [{ Auth: [] }],
      tags: [...tagsInUse(), webhooksTag].toSorted((one, other) => one.name.localeCompare(other.name)),
      paths: pathsOf(endpoints),
      components: {
        securitySchemes: {
          Auth: {
            type: "apiKey",
            in: "header",
            name: "key",
            description: "The API key of one of the partner's two environments, from the portal.",
          },
        },
        parameters: { IdempotencyKey: idempotencyKeyParameter },
        schemas: eventSchemas,
        pathItems: eventPathItems,
      },
      webhooks,
      // Readers of OpenAPI 3.0 know only the extension.
      "x-webhooks": webhooks,
      "x-error-codes": errorCatalogue,
    },
    render,
  );
  for (const item of Object.values(document.paths ?? {})) cleanParameters(item);
  return document;
}

/** Removes what zod-openapi leaves of `meta({ param })` in a schema that is a reference; generators then forget what it refers to. */
function cleanParameters(item: NonNullable<OpenApiDocument["paths"]>[string]): void {
  for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
    for (const parameter of operation?.parameters ?? []) {
      if ("schema" in parameter) Reflect.deleteProperty(parameter.schema as object, "param");
    }
  }
}

function tagsInUse(): oas31.TagObject[] {
  const used = new Set<string>(endpoints.map(({ tag }) => tag));
  return Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
}

function pathsOf(declared: readonly Endpoint[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(declared, ({ path }) => path);
  return Object.fromEntries([...byPath].map(([path, ofPath]) => [path, pathItemOf(ofPath)]));
}

function pathItemOf(declared: readonly Endpoint[]): ZodOpenApiPathItemObject {
  return Object.fromEntries(declared.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint)]));
}

const info: oas31.InfoObject = {
  title: "Covergate API",
  version: apiVersion,
  description: `
The insurance platform for rental companies and their software partners: contracts, renewals, products, claims.

## Keys
Every call carries the API key in the header \`key\`. A partner has two environments: development, whose contracts are all tests without financial effect, and production. Each has its key, which may do everything, and up to 20 named keys with the rights that an owner gave them; \`x-required-right\` is the right that an operation needs. All keys of an environment see the same; what one environment has created, the other cannot see. Resources you don't own return the same error as missing ones.

## Requests
Bodies are JSON, sent as \`application/json\`, of up to ${bodyLimit / 1024 ** 2} MiB; documents may be larger. Dates are ISO 8601 instants with an offset. Every \`GET\` also supports \`HEAD\`. With \`preview=true\`, an operation that has this parameter changes nothing and returns what the result would be.

## Retries
If no response arrives, you cannot know whether the request did. A write may carry the header \`Idempotency-Key\`, a value of your choice such as a UUID. A repeat within 24 hours runs nothing and returns the first response byte for byte, success or error, with the header \`idempotent-replayed: true\` and the first call's \`x-execution-id\`. While the first call is in progress, the response is 409 with \`Retry-After\`; a different request with the same key is a 422. Errors on our side, 401, 429 and previews are not stored, so repeating them is a new attempt.

## Responses
Every response has the header \`x-execution-id\`, which identifies the call to support; every body is JSON. Dates are returned in UTC with milliseconds. Amounts are in euros with two decimals, taxes included unless the field says otherwise. Within version 2, responses may gain fields and errors; nothing is removed.

A single resource has an \`etag\`: send it back as \`if-none-match\` to get 304 without a body while nothing has changed. Responses of more than 1 KiB are compressed for clients that send \`accept-encoding: br\` or \`gzip\`.

## Lists
Lists are sorted newest first. \`limit\` sets the length of a page. The lists of contracts, claims and products return \`next\`: send it as \`after\` for the next page, until it is null. These pages neither repeat nor skip an entry while others are created or deleted. Pages by \`skip\` can, since each change moves the entries after it. A request has \`after\` or \`skip\`, not both.

## Errors
An error has a \`code\` and a message that names the field and what is accepted. The same number can mean different things for contracts, products and claims, so each error also has a name, which the reference uses. The extension \`x-error-codes\` of this document lists all errors by name, with their meaning and fix. An unknown path returns 404, an unknown method 405 with the header \`Allow\`; a URL and headers of more than 16 KiB return 431, a request that does not arrive completely in time 408.

## Limits
Each key has a limit of requests per minute; the headers \`ratelimit-policy\` and \`ratelimit\` say how many it allows and how many are left. Beyond it the response is 429 with \`Retry-After\`. A contract has at most ${entriesLimit} product entries, including replaced and ended ones.
`.trim(),
  contact: { name: "Covergate support" },
  license: { name: "MIT", identifier: "MIT" },
};

type JsonSchema = ZodOpenApiOverrideContext["jsonSchema"];

/** Corrects schemas whose wire form differs from zod's. */
const render: CreateDocumentOptions = {
  override({ zodSchema, jsonSchema, io }) {
    const { def } = zodSchema._zod;
    // A boolean in a query is sent as a text.
    if (io === "input" && def.type === "pipe" && def.out._zod.def.type === "boolean") jsonSchema.type = "boolean";
    // Zod omits the default of a transformed value, since it has the output's type; here both have one type.
    if (io === "input" && def.type === "default") jsonSchema.default = def.defaultValue;
    if (def.type === "nullable") foldNull(jsonSchema);
    if (def.type === "literal") listConstant(jsonSchema);
    if (def.type === "union") nameGoType(jsonSchema);
    // Generated clients would match the pattern against a parsed date.
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    // Generators take the redundant schema of keys for another type.
    delete jsonSchema.propertyNames;
    // The limits of a safe integer are no rule of the API.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (isStricterThanFields(jsonSchema)) jsonSchema.additionalProperties = {};
    if (jsonSchema.additionalProperties === false) {
      // openapi-generator up to 7.14 takes any `additionalProperties` for fields to send, and sends each field twice.
      delete jsonSchema.additionalProperties;
      // Answers may gain fields without a new version, so clients must not refuse unknown ones.
      if (io === "input") jsonSchema.unevaluatedProperties = false;
    }
  },
};

/** Writes a constant as generators expect it: an enum with one value, or only the type for a boolean. */
function listConstant(jsonSchema: JsonSchema): void {
  // A constant among several may get siblings without a new version.
  if (jsonSchema.enum !== undefined) {
    jsonSchema.examples = jsonSchema.enum;
    delete jsonSchema.enum;
  }
  if (jsonSchema.const === undefined) return;
  if (typeof jsonSchema.const === "boolean") jsonSchema.type = "boolean";
  else jsonSchema.enum = [jsonSchema.const];
  delete jsonSchema.const;
}

/** Names the type of a choice between plain values, for which Go has none: oapi-codegen refuses it otherwise. */
function nameGoType(jsonSchema: JsonSchema): void {
  if (jsonSchema.anyOf?.every(isPlain) === true) jsonSchema["x-go-type"] = "any";
}

function isPlain(value: NonNullable<JsonSchema["anyOf"]>[number]): boolean {
  return typeof value === "object" && value.type !== undefined && value.type !== "object";
}

/** In TypeScript an optional field does not fit a typed index signature; orval up to 8.12 writes both, which strict tsc refuses. */
function isStricterThanFields({ properties = {}, required = [], additionalProperties }: JsonSchema): boolean {
  return typeof additionalProperties === "object" && Object.keys(properties).length > required.length;
}

/** Writes "or null" as a second type, so that readers and generators find the description of the value. */
function foldNull(jsonSchema: JsonSchema): void {
  const [value] = jsonSchema.anyOf ?? [];
  if (typeof value !== "object" || typeof value.type !== "string" || value.enum !== undefined) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value.type, "null"] });
}
