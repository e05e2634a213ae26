import { z } from "zod";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { findPlaceholder } from "#lib/platform/log/mask.ts";
import { firstCharacters } from "#lib/platform/text/characters.ts";
import type { Endpoint, Side } from "#lib/platform/wire/endpoint.ts";
import { findRepeatedName, unknownName, unknownNameErrors } from "#lib/platform/wire/unknown-names.ts";
import { describeError, describeIssue, fieldPath, findUnknownName, firstError } from "#lib/platform/wire/wire.ts";

type Shape = z.ZodObject;

export interface Input<Params extends Shape, Query extends Shape, Body extends z.ZodType> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
}

/** A request with the parameters of its path, and the text of its body. */
export interface RawInput {
  request: Request;
  params: Readonly<Record<string, string>>;
  text: string;
  upload?: unknown;
}

/** Returns a function that parses params, query and body by the endpoint's declaration; the first error answers and names its field. */
export function parser<Params extends Shape, Query extends Shape, Body extends z.ZodType, Data extends z.ZodType>(
  endpoint: Endpoint<Params, Query, Body, Data>,
): (raw: RawInput) => Input<Params, Query, Body> {
  const repeatable = Object.entries<z.ZodType>(endpoint.query?.shape ?? {}).flatMap(([name, schema]) => (isList(schema) ? [name] : []));
  return ({ request, params: values, text, upload }) => {
    const placeholder = findPlaceholder(text);
    if (placeholder !== undefined) throw unfilled(placeholder, "the body");
    for (const [name, value] of Object.entries(values)) assertText(value, name);
    const params = endpoint.params === undefined ? {} : check(endpoint.params, values, "");
    const sentQuery = readQuery(request.url, repeatable);
    assertNamesKnown(endpoint.side, "query parameter", endpoint.query ?? noQuery, sentQuery);
    const query = check(endpoint.query ?? noQuery, sentQuery, "");
    const body = endpoint.body === undefined ? undefined : (upload ?? readBody(endpoint.side, endpoint.body, request, text));
    return { params, query, body } as Input<Params, Query, Body>;
  };
}

function isList(schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional ? isList(schema.unwrap() as z.ZodType) : schema instanceof z.ZodArray;
}

function readQuery(url: string, repeatable: readonly string[]): Record<string, string | string[]> {
  const start = url.indexOf("?");
  if (start === -1) return {};
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    assertText(value, name);
    if (repeatable.includes(name)) {
      query.set(name, [query.get(name) ?? [], value].flat());
      continue;
    }
    // A parameter without a name is refused as an unknown one.
    if (name !== "" && query.has(name)) throw fieldError("MALFORMED_REQUEST", firstCharacters(100, name), ": is sent more than once");
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

function readBody(side: Side, body: NonNullable<Endpoint["body"]>, request: Request, text: string): unknown {
  // An empty body is an empty object, so that the rules name the first missing field.
  const payload = parseJson(text, request.headers.get("content-type"));
  const value = payload === undefined ? {} : payload;
  if (body.checkedByRules) return value;
  assertNamesKnown(side, "field", body.schema, value);
  return checkEveryName(body.schema, value, text);
}

/** Zod leaves the name `__proto__` out of what it returns. No request holds its alias, since a NUL is refused. */
const prototypeAlias = "\0__proto__";
/** Escapes may spell the name as well. */
const mayNamePrototype = /__proto__|\\u00/;

function checkEveryName(schema: z.ZodType, value: unknown, text: string): unknown {
  if (!mayNamePrototype.test(text)) return check(schema, value, "body");
  return renamed(check(schema, renamed(value, "__proto__", prototypeAlias), "body"), prototypeAlias, "__proto__");
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name === from ? to : name, renamed(held, from, to)]));
}

const noQuery = z.object({});

function assertNamesKnown(side: Side, kind: "field" | "query parameter", schema: z.ZodType, value: unknown): void {
  const unknown = findUnknownName(schema, value);
  if (unknown !== undefined) throw unknownName(unknownNameErrors[side], { kind, ...unknown }, unknown.known);
}

function check(schema: z.ZodType, value: unknown, whole: string): unknown {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  const [field = "", message = ""] = [firstError(result.error).field, describeError(result.error, whole)].map((text) =>
    text.replaceAll(prototypeAlias, "__proto__"),
  );
  throw new ApiError("MALFORMED_REQUEST", message, { field: field === "" ? undefined : field });
}

export const bodyLimit = 1_048_576;
/** The largest body that is read before the sender is known. */
export const unknownSenderLimit = 16_384;

const decoder = new TextDecoder("utf-8", { fatal: true });
const maxDepth = 32;
/** A JSON text within the limit has at most this many values. */
const maxValues = bodyLimit / 2;

/** Reads the text of the body, "" if it has none, and no more than the limit. */
export async function readText(request: Request, limit = bodyLimit): Promise<string> {
  assertNotEncoded(request);
  const declared = request.headers.get("content-length");
  if (declared !== null) assertWithin(Number(declared), limit);
  const bytes = await readBytes(request, declared !== null, limit);
  assertWithin(bytes.byteLength, limit);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError("MALFORMED_REQUEST", "the body is not UTF-8");
  }
}

function assertWithin(length: number, limit: number): void {
  if (length <= limit) return;
  throw new ApiError("BODY_TOO_LARGE", limit === bodyLimit ? undefined : `the body is larger than ${limit / 1024} KiB`);
}

/** 415 for a compressed body. */
export function assertNotEncoded(request: Request): void {
  const encoding = request.headers.get("content-encoding")?.trim() ?? "";
  if (/^(?:identity)?$/i.test(encoding)) return;
  throw new ApiError(
    "CONTENT_ENCODING_UNSUPPORTED",
    `the content encoding ${firstCharacters(100, encoding)} is not read; send the body as it is, without the header content-encoding`,
  );
}

async function readBytes(request: Request, isDeclared: boolean, limit: number): Promise<ArrayBuffer | Uint8Array> {
  try {
    return isDeclared ? await request.arrayBuffer() : await readChunks(request, limit);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The sender disconnected, so nobody reads this answer.
    throw new ApiError("MALFORMED_REQUEST", "the body ended before all of it was sent", { cause: error });
  }
}

async function readChunks(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream, so an endless sender is cut off.
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    assertWithin(length, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

export function parseJson(text: string, contentType: string | null): unknown {
  if (text.trim() === "") return undefined;
  if (contentType !== null && !isJson(contentType)) {
    throw new ApiError("CONTENT_TYPE_UNSUPPORTED", "send the body with the header content-type: application/json");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError("MALFORMED_REQUEST", `the body is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`);
  }
  // Each name has a quote before its colon. Texts may hold more such pairs, but a name that was overwritten always does.
  const pairs = text.match(/"\s*:/g)?.length ?? 0;
  if (assertStorable(value) < pairs) assertNoNameTwice(text);
  return value;
}

/** 400 for a name that stands twice in one object, since only one of its values would count (rules/errors.md#requests-14). */
function assertNoNameTwice(text: string): void {
  const field = findRepeatedName(text);
  if (field === undefined) return;
  throw fieldError("MALFORMED_REQUEST", firstCharacters(100, field), "stands twice in the same object; send it once");
}

/**
 * Refuses texts that Postgres cannot store (NUL, lone surrogates), excessive nesting, and values that no JSON text of the limit holds.
 * Returns how many names its objects have.
 */
export function assertStorable(root: unknown): number {
  let left = maxValues;
  let count = 0;
  /**
   * The names that lead to the first text that cannot be stored, the innermost first. They are put together on the way back, since a body
   * of 1 MiB has up to half a million values.
   */
  function find(value: unknown, depth: number): (string | number)[] | undefined {
    left -= 1;
    if (left < 0) throw new ApiError("MALFORMED_REQUEST", `the body has more than ${maxValues} values`);
    if (typeof value === "string") return isStorable(value) ? undefined : [];
    if (typeof value !== "object" || value === null) return undefined;
    if (depth === maxDepth) throw new ApiError("MALFORMED_REQUEST", `the body is nested deeper than ${maxDepth} levels`);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const names = find(value[index], depth + 1);
        if (names !== undefined) return [...names, index];
      }
      return undefined;
    }
    // The keys of a typed array are as many as its length, which costs its sender nothing.
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new ApiError("MALFORMED_REQUEST", "the body is not plain JSON");
    const fields = value as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      count += 1;
      if (!isStorable(name)) return [];
      const names = find(fields[name], depth + 1);
      if (names !== undefined) return [...names, name];
    }
    return undefined;
  }
  const names = find(root, 0);
  if (names !== undefined) throw unstorable(fieldPath(names.toReversed()));
  return count;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function assertText(text: string, field: string): void {
  if (!isStorable(text)) throw unstorable(field);
  const placeholder = findPlaceholder(text);
  if (placeholder !== undefined) throw unfilled(placeholder, field);
}

/** A call copied from the log has placeholders for hidden values (rules/call-log.md#record-9). */
function unfilled(placeholder: string, place: string): ApiError {
  return new ApiError(
    "MALFORMED_REQUEST",
    `${firstCharacters(100, place)} contains the placeholder ${firstCharacters(100, placeholder)}; put the hidden value in its place`,
  );
}

function unstorable(field: string): ApiError {
  const error = "contains a NUL or an incomplete character";
  return field === ""
    ? new ApiError("MALFORMED_REQUEST", `the body ${error}`)
    : fieldError("MALFORMED_REQUEST", firstCharacters(100, field), error);
}
