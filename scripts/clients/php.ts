import { describeForClients } from "#scripts/clients/description.ts";
import { writeExamples } from "#scripts/clients/examples.ts";

const folder = "clients/php/src/Generated";

/** The parts of a schema that this module reads. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** The parts of the description that this module reads. */
interface Described {
  paths: Record<string, Record<string, { requestBody?: unknown }>>;
  components: { schemas: Record<string, Schema> };
}

/** Generates the PHP client's tables, its models as array shapes for PHPStan, and the examples of its methods. */
export function generatePhp(): Record<string, string> {
  return { [`${folder}/Api.php`]: writeTables(), [`${folder}/Types.php`]: writeTypes(), ...writeExamples("php") };
}

const opening = `<?php

// Generated from the published description by \`npm run clients\`.

declare(strict_types=1);

namespace Covergate\\Generated;
`;

function writeTables(): string {
  const { version, document, operations, errors, errorNames, requestFields } = describeForClients();
  const routes = Object.entries(operations).map(([id, { method, path, side }]) => [id, [method, path, side]] as const);
  return `${opening}
/** @internal */
final class Api
{
    public const VERSION = ${literal(version)};

    /** Method, path, and whose errors it answers with: codes mean different things on each side. */
    public const OPERATIONS = ${literal(Object.fromEntries(routes))};

    public const ERRORS = ${literal(errors)};

    public const ERROR_NAMES = ${literal(errorNames)};

    public const REQUEST_FIELDS = ${literal(requestFields)};

    /** The fields of requests that are lists: any other empty array is an object. */
    public const LISTS = ${literal(requestLists(document as Described))};
}
`;
}

/** The names of fields of requests that are lists, at any depth. */
function requestLists({ paths, components: { schemas } }: Described): string[] {
  const seen = new Set<string>();
  const listsIn = (value: unknown): string[] => {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      if (key === "$ref") {
        const name = String(inner).split("/").at(-1) ?? "";
        if (seen.has(name)) return [];
        seen.add(name);
        return listsIn(schemas[name]);
      }
      if (key !== "properties") return listsIn(inner);
      const fields = Object.entries(inner as Record<string, Schema>);
      return [...fields.flatMap(([name, { type }]) => (type === "array" ? [name] : [])), ...listsIn(fields.map(([, field]) => field))];
    });
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return [...new Set(listsIn(operations.map(({ requestBody }) => requestBody)))].toSorted();
}

/** A JSON value as a PHP literal; the outermost tables have one line per entry. */
function literal(value: unknown, depth = 0): string {
  if (typeof value === "string") return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${/^\d+$/.test(key) ? key : literal(key)} => ${literal(item, depth + 1)}`);
  if (depth > 0 || Array.isArray(value)) return `[${entries.join(", ")}]`;
  return `[\n${entries.map((entry) => `        ${entry},\n`).join("")}    ]`;
}

function writeTypes(): string {
  const { document } = describeForClients() as { document: Described };
  const { schemas } = document.components;
  const named = Object.entries(schemas).map(([name, schema]) => ` * @phpstan-type ${name} ${typeOf(schema)}`);
  const aliases = [...named, ...eventTypes(schemas)];
  return `${opening}
/**
 * What the API takes and gives. Responses may have more fields than are named here.
 *
${aliases.join("\n")}
 */
final class Types
{
}
`;
}

/** Events with the fields that deliveries and the log add, since PHPStan shapes cannot be extended. */
function eventTypes(schemas: Record<string, Schema>): string[] {
  const text = { type: "string" };
  const added = { WebhookEvent: { id: text }, LoggedEvent: { id: text, subject: text, created_date: text } };
  return Object.entries(added).map(([name, fields]) => {
    const shapes = ["ContractEvent", "AutomaticRenewalEvent", "ClaimEvent"].map((kind) => {
      const { properties, required = [] } = schemas[kind] ?? {};
      return shapeOf({ properties: { ...fields, ...properties }, required: [...Object.keys(fields), ...required] });
    });
    return ` * @phpstan-type ${name} ${shapes.join("|")}`;
  });
}

const plain: Record<string, string> = { string: "string", integer: "int", number: "int|float", boolean: "bool", null: "null" };

function typeOf({ $ref: reference, anyOf, oneOf = anyOf, enum: values, type, ...rest }: Schema): string {
  if (reference !== undefined) return reference.split("/").at(-1) ?? "mixed";
  if (oneOf !== undefined) return oneOf.map(typeOf).join("|");
  if (values !== undefined) return values.map((value) => literal(value)).join("|");
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...rest, type: each })).join("|");
  if (type === "array") return `list<${typeOf(rest.items ?? {})}>`;
  if (type === "object") return shapeOf(rest);
  return plain[type ?? ""] ?? "mixed";
}

function shapeOf({ properties, required = [], additionalProperties }: Schema): string {
  const others = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "mixed";
  if (properties === undefined) return `array<string, ${others}>`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : literal(name);
    return `${key}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`;
  });
  return `array{${[...fields, "..."].join(", ")}}`;
}
