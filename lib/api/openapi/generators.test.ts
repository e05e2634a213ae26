import { describe, expect, test } from "vitest";
import answers from "#lib/api/openapi/answers.json" with { type: "json" };
import { buildDocument } from "#lib/api/openapi/document.ts";
import { successSchema } from "#lib/api/openapi/envelopes.ts";
import { schemaNameOf } from "#lib/api/openapi/responses.ts";
import { wireNames } from "#lib/api/openapi/wire-names.fixture.ts";
import { endpoints } from "#lib/developer/endpoints.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  "x-go-type"?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const document = buildDocument("https://api.covergate.example/v2");
const schemas = document.components?.schemas as Record<string, Schema>;

/** The keywords of JSON Schema that the description uses. */
const keywords = new Set(
  "$ref type format pattern description enum examples default required properties items additionalProperties unevaluatedProperties anyOf oneOf minimum maximum exclusiveMinimum minLength maxLength minItems maxItems minProperties maxProperties contentEncoding x-go-type".split(
    " ",
  ),
);

/** A schema that generators see, with its place in the document. */
interface Place {
  at: string;
  schema: Schema;
  /** A component, or a whole request or answer. */
  isNamed: boolean;
  isField: boolean;
}

function* placesIn(schema: Schema, at: string, { isNamed = false, isField = false } = {}): Generator<Place> {
  yield { at, schema, isNamed, isField };
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* placesIn(field, `${at}.${name}`, { isField: true });
  if (schema.items !== undefined) yield* placesIn(schema.items, `${at}[]`);
  if (typeof schema.additionalProperties === "object") yield* placesIn(schema.additionalProperties, `${at}{}`);
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* placesIn(choice, `${at}|`);
}

const operations = Object.values(document.paths ?? {}).flatMap((item) =>
  [item.get, item.post, item.put, item.patch, item.delete].filter((operation) => operation !== undefined),
);
const bodies = operations.flatMap(({ operationId = "", requestBody, responses = {} }) => {
  const messages = [requestBody, ...Object.values(responses)] as { content?: Record<string, { schema?: Schema }> }[];
  return messages.flatMap((message) =>
    Object.values(message?.content ?? {}).flatMap(({ schema }) => [...placesIn(schema ?? {}, operationId)]),
  );
});
const components = Object.entries(schemas).flatMap(([name, schema]) => [...placesIn(schema, name, { isNamed: true })]);

const places = [...components, ...bodies];
const errorsOf = (isError: (place: Place) => boolean) => places.filter(isError).map(({ at }) => at);

/** Between models; a model or null is none. */
const isChoice = (anyOf: Schema[] = []) => anyOf.filter(({ type }) => type !== "null").length > 1;

function isDescribed({ description, $ref }: Schema): boolean {
  if (description !== undefined) return description !== "";
  return $ref !== undefined && isDescribed(schemas[$ref.replace("#/components/schemas/", "")] ?? {});
}

describe("a generated client", () => {
  test("has named models only: objects with fields, choices and enumerations are components, each once", () => {
    const isUnnamed = ({ isNamed, schema: { properties, anyOf, oneOf, enum: values = [] } }: Place) =>
      !isNamed && (properties !== undefined || isChoice(anyOf) || oneOf !== undefined || values.length > 1);
    expect(errorsOf(isUnnamed)).toEqual([]);
    expect(Object.keys(schemas).filter((name) => /Inline|Inner|Type\d|Output$|\d$|__/.test(name))).toEqual([]);
    const enumerations = components.flatMap(({ schema }) =>
      schema.enum !== undefined && schema.enum.length > 1 ? [JSON.stringify(schema.enum)] : [],
    );
    expect(new Set(enumerations).size).toBe(enumerations.length);
  });

  test("has models named after their schemas, without titles that some generators would use", () => {
    expect(errorsOf(({ schema }) => "title" in schema)).toEqual([]);
  });

  test("finds no keyword that is unknown in a schema", () => {
    const parameters = operations.flatMap(({ operationId = "", parameters: taken = [] }) =>
      taken.flatMap((parameter) => ("schema" in parameter ? [...placesIn(parameter.schema as Schema, operationId)] : [])),
    );
    expect(parameters.length).toBeGreaterThan(operations.length);
    const used = new Set([...places, ...parameters].flatMap(({ schema }) => Object.keys(schema)));
    expect([...used].filter((keyword) => !keywords.has(keyword))).toEqual([]);
  });

  test("has choices between models only, or between a model and null", () => {
    const isMixed = ({ schema: { anyOf = [], oneOf = [] } }: Place) =>
      [...anyOf, ...oneOf].some(({ $ref, type }) => $ref === undefined && type !== "null");
    expect(errorsOf(isMixed)).toEqual([]);
  });

  test("has a type in Go for choices between plain values, which oapi-codegen cannot make", () => {
    const choices = places.filter(({ schema: { type } }) => Array.isArray(type) && type.filter((name) => name !== "null").length > 1);
    expect(choices.map(({ at }) => at)).toContain("ClaimResponse.questions{}");
    expect(choices.filter(({ schema }) => schema["x-go-type"] !== "any").map(({ at }) => at)).toEqual([]);
  });

  test("has no type for additional fields that an optional named field, which may be undefined, does not fit", () => {
    const isTyped = ({ schema: { properties = {}, required = [], additionalProperties } }: Place) =>
      Object.keys(properties).length > required.length && Object.keys(additionalProperties ?? {}).length > 0;
    expect(errorsOf(isTyped)).toEqual([]);
  });

  test("has no nullable model; a field that refers to one may be null", () => {
    expect(components.filter(({ isNamed, schema: { type } }) => isNamed && Array.isArray(type)).map(({ at }) => at)).toEqual([]);
    const entry = schemas["DocumentEntry"]?.properties?.["document"];
    expect(entry?.anyOf).toEqual([{ $ref: "#/components/schemas/DocumentEntryDocument" }, { type: "null" }]);
  });

  test("has no union of models whose fields would collide in camel case", () => {
    const inCamelCase = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const isColliding = ({ schema: { anyOf = [], oneOf = [] } }: Place) => {
      const fields = new Set(
        [...anyOf, ...oneOf].flatMap(({ $ref = "" }) => Object.keys(schemas[$ref.split("/").at(-1) ?? ""]?.properties ?? {})),
      );
      return new Set([...fields].map(inCamelCase)).size < fields.size;
    };
    expect(errorsOf(isColliding)).toEqual([]);
  });

  test("has the headers of every answer inline, not as references", () => {
    const responsesOfAll = [
      ...operations.flatMap(({ responses = {} }) => Object.values(responses)),
      ...Object.values(document.components?.responses ?? {}),
    ] as { headers?: Record<string, unknown> }[];
    const headers = responsesOfAll.flatMap((response) => Object.values(response.headers ?? {}));
    expect(headers.length).toBeGreaterThan(operations.length);
    expect(headers.filter((header) => typeof header === "object" && header !== null && "$ref" in header)).toEqual([]);
  });

  test("has a description of every model and every field", () => {
    expect(errorsOf(({ isNamed, isField, schema }) => (isNamed || isField) && !isDescribed(schema))).toEqual([]);
    for (const { operationId, parameters = [] } of operations) {
      for (const parameter of parameters) {
        const said = "$ref" in parameter ? document.components?.parameters?.[parameter.$ref.split("/").at(-1) ?? ""] : parameter;
        expect(said, operationId).toHaveProperty("description", expect.stringMatching(/./));
      }
    }
  });

  test("has no pattern on a date and no boolean constant", () => {
    expect(errorsOf(({ schema }) => schema.format === "date-time" && schema.pattern !== undefined)).toEqual([]);
    expect(errorsOf(({ schema }) => "const" in schema)).toEqual([]);
  });

  test("has a required cid in existing contracts, and an optional one in created or previewed ones", () => {
    expect(schemas["Contract"]?.required).toContain("cid");
    expect(schemas["CreatedContract"]?.properties).toHaveProperty("cid");
    expect(schemas["CreatedContract"]?.required).not.toContain("cid");
  });

  test("has the address of the API", () => {
    expect(document.servers).toEqual([{ url: "https://api.covergate.example/v2" }]);
  });
});

// rules/errors.md#codes-4
test("operations keep the names, tags and path parameters that existing clients use", () => {
  const known = new Map<string, { id: string; tag: string }>(
    wireNames.map(([method, path, id, tag]) => [`${method} ${path}`, { id, tag }]),
  );
  const declared = endpoints.map(({ method, path, id, tag }) => [`${method} ${path}`, { id, tag }] as const);
  const served = new Set<string>(declared.map(([operation]) => operation));
  expect(
    declared.filter(([operation, name]) => known.has(operation) && JSON.stringify(known.get(operation)) !== JSON.stringify(name)),
  ).toEqual([]);
  expect([...known.keys()].filter((operation) => !served.has(operation))).toEqual([]);
  // Generators name files after them, also on file systems that ignore case.
  expect(new Set(endpoints.map(({ id }) => id.toLowerCase())).size).toBe(endpoints.length);
});

test("answers that share a schema name share one shape", () => {
  for (const [, sharing] of Map.groupBy(endpoints, schemaNameOf)) {
    const shapes = sharing.map(({ side, success }) => ({ side, data: success.data, resource: success.resource, listed: success.listed }));
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  }
});

describe("a recorded answer", () => {
  const recorded: Record<string, unknown> = answers;

  test.each(endpoints.filter(({ success }) => success.status !== 204).map((endpoint) => [endpoint.id, endpoint] as const))(
    "to the first example of %s exists and has the published shape",
    (id, endpoint) => {
      expect(successSchema(endpoint)?.parse(recorded[id])).toEqual(recorded[id]);
    },
  );

  test("has UUIDs as the uids of products, as clients may expect, and so has the request", () => {
    const [one, { products } = { products: [] }] = [answers.createProduct.product, answers.retrieveProducts[0]];
    const asked = endpoints.filter(({ id }) => id === "createProduct").flatMap(({ examples = [] }) => examples.map(({ body }) => body));
    const uids = [one, ...products, ...asked].map((shown) => (shown as { uid: unknown }).uid);
    expect(uids.length).toBeGreaterThan(3);
    for (const uid of uids) expect(uid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test("belongs to an existing operation", () => {
    const ids = new Set(endpoints.map(({ id }) => id));
    expect(Object.keys(recorded).filter((id) => !ids.has(id))).toEqual([]);
  });
});
