import { createDocument } from "zod-openapi";
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject, oas31 } from "zod-openapi";
import { tags } from "#lib/endpoint.ts";
import type { Endpoint } from "#lib/endpoint.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors.ts";
import { headerComponents, idempotencyKeyParameter } from "#lib/openapi/headers.ts";
import { info } from "#lib/openapi/info.ts";
import { operationOf } from "#lib/openapi/operation.ts";
import { render } from "#lib/openapi/render.ts";
import { eventPathItems, eventSchemas, webhooks, webhooksTag } from "#lib/openapi/webhooks.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI description of the API, from the declarations of its endpoints; `server` is the full address of `/v2`. */
export function buildDocument(server: string): OpenApiDocument {
  return createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [{ url: server }],
      security: [{ key: [] }],
      tags: [...tagsInUse(), webhooksTag].toSorted((one, other) => one.name.localeCompare(other.name)),
      paths: pathsOf(endpoints),
      components: {
        securitySchemes: {
          key: {
            type: "apiKey",
            in: "header",
            name: "key",
            description: "The API key of one of the partner's two environments, from the developer space.",
          },
        },
        headers: headerComponents,
        parameters: { IdempotencyKey: idempotencyKeyParameter },
        schemas: eventSchemas,
        pathItems: eventPathItems,
      },
      "x-webhooks": webhooks,
      "x-error-codes": errorCatalogue,
    },
    render,
  );
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
