import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { errorsByStatus } from "#lib/api/openapi/responses.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createClaimBody } from "#lib/insurance/claims/requests.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";

const root = join(import.meta.dirname, "../../..");
const server = "https://api.covergate.example/v2";
const document = buildDocument(server);
const schemas = document.components?.schemas ?? {};
const operations = Object.values(document.paths ?? {}).flatMap((item) =>
  [item.get, item.post, item.put, item.patch, item.delete].filter((operation) => operation !== undefined),
);

const operationOf = (id: string) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
};

/** Every object with named fields in a schema, and in what it refers to, with its path. */
function* objectsIn(node: unknown, at: string, seen = new Set<string>()): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== "object" || node === null) return;
  const schema = node as Record<string, unknown>;
  if (typeof schema["$ref"] === "string") {
    const name = schema["$ref"].split("/").at(-1) ?? "";
    if (!seen.has(name)) yield* objectsIn(schemas[name], name, seen.add(name));
    return;
  }
  if (schema["properties"] !== undefined) yield [at, schema];
  for (const [name, held] of Object.entries(schema)) {
    if (name !== "examples" && name !== "default") {
      yield* objectsIn(held, /^(?:properties|items|anyOf|oneOf|schema)$/.test(name) ? at : `${at}.${name}`, seen);
    }
  }
}

// rules/errors.md#requests-7
test("every object that is sent forbids unknown fields, except the free maps", () => {
  const open = operations.flatMap(({ operationId = "", requestBody }) =>
    [...objectsIn(requestBody, operationId)].flatMap(([at, schema]) => (schema["unevaluatedProperties"] === false ? [] : [at])),
  );
  expect([...new Set(open)].toSorted()).toEqual([
    "AddProductData",
    "ContractProductDataUpdate",
    "CreateContractProductData",
    "ProductUpdateData",
  ]);
});

describe("the OpenAPI document", () => {
  const lint = (): unknown => {
    const directory = mkdtempSync(join(tmpdir(), "covergate-openapi-"));
    const path = join(directory, "openapi.json");
    writeFileSync(path, JSON.stringify(document));
    const env = { NODE_ENV: "test", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } as const;
    const redocly = join(root, "node_modules/@redocly/cli/bin/cli.js");
    const config = join(root, "redocly.yaml");
    const { stdout } = spawnSync(process.execPath, [redocly, "lint", "--config", config, "--format=json", path], { encoding: "utf8", env });
    rmSync(directory, { recursive: true });
    return JSON.parse(stdout);
  };

  test("passes the rules of redocly.yaml", () => {
    expect(lint()).toMatchObject({ problems: [], totals: { errors: 0, warnings: 0, ignored: 0 } });
  });

  test("has every declared endpoint once", async () => {
    const modules = await Promise.all(
      globSync("lib/*/*/endpoints*.ts", { cwd: root }).map(async (path) => (await import(join(root, path))) as Record<string, unknown>),
    );
    const declared = modules.flatMap((module) => Object.values(module));
    expect(new Set(endpoints)).toEqual(new Set(declared));
    expect(operations).toHaveLength(endpoints.length);
    expect(new Set(operations.map(({ operationId }) => operationId))).toEqual(new Set(endpoints.map(({ id }) => id)));
  });

  // rules/access.md#rights-2
  test("names the right that each operation needs, and the error of a key without it", () => {
    for (const { id, right, side } of endpoints) {
      const operation = operationOf(id);
      expect(operation["x-required-right" as keyof typeof operation], id).toBe(right ?? undefined);
      if (right === null) continue;
      const { 401: unauthorized, 403: forbidden } = operation.responses ?? {};
      expect(side === "contract" ? forbidden : unauthorized, id).toBeDefined();
    }
  });

  test("is the same whenever it is built, so that every instance serves one version", () => {
    expect(JSON.stringify(buildDocument(server))).toBe(JSON.stringify(document));
  });

  test("has one component for each schema, shared by requests and answers", () => {
    expect(Object.keys(schemas).filter((name) => /Output$|^__schema/.test(name))).toEqual([]);
  });

  test("allows additional fields in answers, so that fields can be added", () => {
    const answers = operations.flatMap(({ responses = {} }) => JSON.stringify(responses));
    const seen = new Set<string>();
    const check = (text: string): void => {
      expect(text).not.toContain('"additionalProperties":false');
      for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (seen.has(name)) continue;
        seen.add(name);
        check(JSON.stringify(schemas[name]));
      }
    };
    answers.forEach(check);
    expect(seen.size).toBeGreaterThan(10);
  });

  test("has types and defaults for query parameters", () => {
    const parameters = Object.fromEntries(
      (operationOf("retrieveContracts").parameters ?? []).flatMap((parameter) =>
        "name" in parameter ? [[parameter.name, parameter]] : [],
      ),
    );
    expect(parameters).toMatchObject({
      uid: { required: true, schema: { $ref: "#/components/schemas/UserId" } },
      test: { schema: { type: "boolean" } },
      skip: { schema: { type: "integer", minimum: 0, default: 0 } },
      limit: { schema: { type: "integer", minimum: 0, default: 20 } },
    });
    expect(parameters["test"]).not.toHaveProperty("required");
    expect(operationOf("createContract").parameters).toMatchObject([
      { name: "preview", schema: { type: "boolean", default: false } },
      { $ref: "#/components/parameters/IdempotencyKey" },
    ]);
  });

  test("says where the requirements of a claim name a field otherwise than the claim", () => {
    const fields = Object.keys(createClaimBody.shape);
    const others = (operationOf("readClaimRequirements").parameters ?? []).flatMap((parameter) => {
      if (!("name" in parameter)) return [];
      const inClaim = parameter.name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
      return fields.includes(inClaim) && inClaim !== parameter.name ? [{ inClaim, description: parameter.description }] : [];
    });
    expect(others.map(({ inClaim }) => inClaim)).toEqual(["contractId", "contractProductId"]);
    for (const { inClaim, description } of others) expect(description).toContain(`A claim has it as \`${inClaim}\`.`);
  });

  test("offers the Idempotency-Key for every write and for no read", () => {
    const taking = operations.filter(({ parameters = [] }) => JSON.stringify(parameters).includes("IdempotencyKey"));
    const writes = endpoints.filter(({ method }) => isWrite(method)).map(({ id }) => id);
    expect(new Set(taking.map(({ operationId }) => operationId))).toEqual(new Set(writes));
    for (const { responses } of taking) expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(["409", "422"]));
  });

  test("lists the whole catalogue of errors by name", () => {
    expect(document["x-error-codes"]).toEqual(errorCatalogue);
  });
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (id, endpoint) => {
  test("has a parameter for every variable part of its path", () => {
    const placeholders = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(placeholders);
  });

  test("has an example", () => {
    expect(endpoint.examples?.length).toBeGreaterThan(0);
    expect(new Set(endpoint.examples?.map(({ name }) => name)).size).toBe(endpoint.examples?.length);
  });

  test("has each of its errors under the error's status, with an example", () => {
    const responses = operationOf(id).responses as Record<string, { $ref?: string; content?: object }>;
    const components = document.components?.responses as Record<string, { content?: object }>;
    for (const [status, names] of errorsByStatus(endpoint)) {
      const { $ref } = responses[status] ?? {};
      const response = $ref === undefined ? responses[status] : components[$ref.split("/").at(-1) ?? ""];
      expect(response?.content, `${status}`).toMatchObject({
        "application/json": { examples: Object.fromEntries(names.map((name) => [name, expect.anything()])) },
      });
    }
    expect(Object.keys(responses).toSorted()).toEqual(
      [
        `${endpoint.success.status}`,
        ...(endpoint.success.accepted === undefined ? [] : ["202"]),
        ...Array.from(errorsByStatus(endpoint).keys(), String),
      ].toSorted(),
    );
  });
});

test("every error belongs to an endpoint, to unknown paths, or to invalid requests", () => {
  const met = new Set<ErrorName>([
    "UNKNOWN_PATH",
    "METHOD_NOT_ALLOWED",
    "REQUEST_TIMED_OUT",
    "HEADERS_TOO_LARGE",
    ...endpoints.flatMap((endpoint) => [...errorsByStatus(endpoint).values()].flat()),
  ]);
  expect((Object.keys(errorCatalogue) as ErrorName[]).filter((name) => !met.has(name))).toEqual([]);
});
