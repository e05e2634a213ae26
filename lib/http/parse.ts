import type { z } from "zod";
import { firstCharacters } from "#lib/characters.ts";
import type { Endpoint } from "#lib/endpoint.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { assertText, parseJson } from "#lib/http/body.ts";
import type { Input } from "#lib/http/handle.ts";
import { readTarget } from "#lib/http/target.ts";

type Shape = z.ZodObject;

/** What a door hands over of a request: the path's values as it names them, and the body's text. */
export interface RawInput {
  request: Request;
  params: Readonly<Record<string, string | string[]>>;
  text: string;
  /** A body that brings files; its verb checks it. */
  upload?: unknown;
}

/** Reads params, query and body as the endpoint declares them; the first fault answers, naming its field. */
export function parser<Params extends Shape, Query extends Shape, Body extends z.ZodType, Data extends z.ZodType>(
  endpoint: Endpoint<Params, Query, Body, Data>,
): (raw: RawInput) => Input<Params, Query, Body> {
  const placeholders = endpoint.path
    .split("/")
    .flatMap((part, place) => (part.startsWith("{") ? [{ name: part.slice(1, -1), place }] : []));
  // Claims have a code of their own for a field that is missing or wrong (partner-api.md § Claim-side codes).
  const error: ErrorName = endpoint.side === "claim" ? "CLAIM_VALIDATION_ERROR" : "MALFORMED_REQUEST";
  return ({ request, params: values, text, upload }) => {
    const params = endpoint.params === undefined ? {} : check(endpoint.params, nameParams(placeholders, values, request.url), "", error);
    const query = endpoint.query === undefined ? {} : check(endpoint.query, readQuery(request.url), "", error);
    const body = endpoint.body === undefined ? undefined : (upload ?? readBody(endpoint.body, request, text, error));
    return { params, query, body } as Input<Params, Query, Body>;
  };
}

/**
 * The values of the path under the names that are published. They match by position: Next wants one name for a
 * folder that several paths share, where the reference gives each path the name that says what it is.
 * A folder that is spelt like a value, such as `current`, names none: the address says it.
 */
function nameParams(
  placeholders: readonly { name: string; place: number }[],
  rawParams: RawInput["params"],
  url: string,
): Record<string, string> {
  const values = Object.values(rawParams).flat();
  const params: Record<string, string> = {};
  for (const [index, { name, place }] of placeholders.entries()) {
    const value = values[index] ?? partOf(url, place);
    assertText(value, name);
    params[name] = value;
  }
  return params;
}

/** The part of an address at a place of a published path, which has no `/v2` before it. */
function partOf(url: string, place: number): string {
  return readTarget(url).path.split("/")[place + 1] ?? "";
}

function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start === -1) return {};
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    assertText(value, name);
    if (query.has(name)) throw new ApiError("MALFORMED_REQUEST", `${firstCharacters(100, name)}: is sent more than once`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

function readBody(body: NonNullable<Endpoint["body"]>, request: Request, text: string, error: ErrorName): unknown {
  // Nothing sent is nothing asked for: the rules then name the first field that is missing.
  const sent = parseJson(text, request.headers.get("content-type"));
  const value = sent === undefined ? {} : sent;
  return body.checkedByRules ? value : check(body.schema, value, "body", error);
}

function check(schema: z.ZodType, value: unknown, whole: string, error: ErrorName): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw new ApiError(error, `${firstCharacters(100, field === "" ? whole : field)}: ${issue?.message ?? "is invalid"}`);
}
