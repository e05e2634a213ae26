import type { oas31 } from "zod-openapi";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

/** The published description, as the generators of the client libraries need it. */
export interface ClientDescription {
  version: string;
  /** Only success answers and no examples, which generators would repeat. */
  document: object;
  operations: Record<string, { method: string; path: string; side: string }>;
  errors: Record<string, { code: number; meaning: string; cure: string }>;
  /** By side of the API and code, which usually has one name. */
  errorNames: Record<string, Record<number, ErrorName[]>>;
  /** Fields with which an error message can begin. */
  requestFields: string[];
}

type Operation = oas31.OperationObject;
const methods = ["get", "post", "put", "patch", "delete"] as const;

export function describeForClients(): ClientDescription {
  const document = structuredClone(buildDocument("https://api.covergate.example/v2")) as oas31.OpenAPIObject;
  const components = document.components ?? {};
  const found = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
  const examples = Object.keys(components.examples ?? {}).map((id) => id.split(".") as [string, ErrorName]);
  // Errors that occur before an operation is found, on any side.
  const outside = (Object.keys(errorCatalogue) as ErrorName[]).filter((name) => !examples.some(([, declared]) => declared === name));
  const operations = found.map(
    ({ method, path, operation }) => [operation.operationId ?? "", { method, path, side: sideOf(operation, components) }] as const,
  );
  const description = {
    version: document.info.version,
    operations: Object.fromEntries(operations),
    errors: Object.fromEntries(Object.entries(errorCatalogue).map(([name, { code, meaning, cure }]) => [name, { code, meaning, cure }])),
    errorNames: Object.fromEntries(
      [...Map.groupBy(examples, ([side]) => side)].map(([side, ofSide]) => [
        side,
        namesByCode(
          ofSide.map(([, name]) => name),
          outside,
        ),
      ]),
    ),
    requestFields: [
      ...new Set(found.flatMap(({ operation }) => [...parameterNames(operation), ...bodyFieldsOf(operation, components.schemas ?? {})])),
    ].toSorted(),
  };
  for (const { operation } of found) shorten(operation);
  const { openapi, info, servers, paths } = document;
  const { schemas } = components;
  return {
    ...description,
    document: { openapi, info: { title: info.title, version: info.version }, servers, paths, components: { schemas } },
  };
}

/** The side of an operation, from its error examples, which are named `side.NAME`. */
function sideOf({ responses = {} }: Operation, { responses: shared = {} }: oas31.ComponentsObject): string {
  for (const response of Object.values(responses)) {
    const { $ref: reference } = response as oas31.ReferenceObject;
    const { content } = (reference === undefined ? response : shared[lastOf(reference)]) as oas31.ResponseObject;
    const [example] = Object.values(content?.["application/json"]?.examples ?? {});
    if (typeof example === "object" && "$ref" in example) return lastOf(String(example.$ref)).split(".")[0] ?? "";
  }
  throw new Error("an operation has no error with an example");
}

function namesByCode(names: readonly ErrorName[], outside: readonly ErrorName[]): Record<number, ErrorName[]> {
  const inOrder = (Object.keys(errorCatalogue) as ErrorName[]).filter((name) => names.includes(name));
  return Object.fromEntries(Map.groupBy([...inOrder, ...outside], (name) => errorCatalogue[name].code));
}

function bodyFieldsOf({ requestBody }: Operation, schemas: Record<string, unknown>): string[] {
  const { content = {} } = (requestBody ?? {}) as Partial<oas31.RequestBodyObject>;
  return Object.values(content).flatMap(({ schema }) => fieldsOf(schema, schemas));
}

/** The names of a body's fields at any depth. */
function fieldsOf(value: unknown, schemas: Record<string, unknown>, seen = new Set<string>()): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === "properties") return Object.entries(inner as object).flatMap(([name, field]) => [name, ...fieldsOf(field, schemas, seen)]);
    if (key !== "$ref") return fieldsOf(inner, schemas, seen);
    const name = lastOf(inner as string);
    if (seen.has(name)) return [];
    seen.add(name);
    return fieldsOf(schemas[name], schemas, seen);
  });
}

function parameterNames({ parameters = [] }: Operation): string[] {
  return parameters.flatMap((parameter) => ("name" in parameter ? [parameter.name] : []));
}

/** Removes parts that a client's types do not need. */
function shorten(operation: Operation): void {
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
      if (!status.startsWith("2")) return [];
      const { description, content = {} } = response as oas31.ResponseObject;
      return [[status, { description, content: withoutExamples(content) }]];
    }),
  );
  operation.parameters = (operation.parameters ?? []).flatMap((parameter) => {
    if ("$ref" in parameter) return [];
    return [{ ...parameter, example: undefined, examples: {} }];
  });
  const { requestBody } = operation;
  if (requestBody !== undefined && "content" in requestBody) requestBody.content = withoutExamples(requestBody.content);
}

function withoutExamples(content: oas31.ContentObject): oas31.ContentObject {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema === undefined ? {} : { schema }]));
}

function lastOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}
