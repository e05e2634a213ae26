import { expect, inject } from "vitest";
import type { z } from "zod";
import { errorSchema, successSchema } from "#lib/api/openapi/envelopes.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { requestErrors } from "#lib/platform/errors/request-errors.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

type Shape = z.ZodObject;

/** The input of a call; `body` as JSON, `undefined` for none. */
export interface Sent<Params extends Shape = Shape, Query extends Shape = Shape> {
  params?: { [Name in keyof z.input<Params>]: string };
  query?: { [Name in keyof z.input<Query>]?: string | number | boolean | readonly string[] };
  body?: unknown;
}

/** An answer that kept the promises of its declaration: execution id, envelope, declared fields, declared error codes. */
export interface Answer<Data = unknown> {
  status: number;
  headers: Headers;
  executionId: string;
  text: string;
  /** The data by the declaration's `success.data`; absent in a refusal. */
  data?: Data;
  /** Absent in a success. */
  error?: AnsweredError;
}

interface AnsweredError {
  code: number;
  message: string;
  /** Absent if the error is about no field. */
  field?: string;
}

export type ErrorAnswer = Pick<Answer, "status" | "headers" | "executionId"> & AnsweredError;

type Received = Pick<Answer, "status" | "headers" | "text">;

/** The errors that any endpoint may answer besides those that it declares. */
const errorsOfEveryEndpoint = [...Object.keys(requestErrors), "MISSING_API_KEY", "INVALID_API_KEY", "UNAUTHORIZED_USER"] as ErrorName[];

/** Calls an endpoint by its declaration and checks the answer against it. A 5xx is never an answer. */
export async function call<Params extends Shape, Query extends Shape, Data extends z.ZodType>(
  key: string | undefined,
  endpoint: Endpoint<Params, Query, z.ZodType, Data>,
  sent: Sent<Params, Query> = {},
): Promise<Answer<z.output<Data>>> {
  const response = await fetch(`${inject("baseUrl")}${pathOf(endpoint, sent)}`, {
    method: endpoint.method,
    headers: { ...(key === undefined ? {} : { key }), ...(sent.body === undefined ? {} : { "content-type": "application/json" }) },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  });
  return checkAnswer(endpoint, { status: response.status, headers: response.headers, text: await response.text() });
}

/** The data of a call that must succeed. */
export async function succeed<Params extends Shape, Query extends Shape, Data extends z.ZodType>(
  key: string,
  endpoint: Endpoint<Params, Query, z.ZodType, Data>,
  sent: Sent<Params, Query> = {},
): Promise<z.output<Data>> {
  const { data, error } = await call(key, endpoint, sent);
  if (error !== undefined) throw new Error(`${endpoint.id} was refused: ${error.code} ${error.message}`);
  return data as z.output<Data>;
}

/** The error of a call that must be refused. */
export async function refuse<Params extends Shape, Query extends Shape, Data extends z.ZodType>(
  key: string | undefined,
  endpoint: Endpoint<Params, Query, z.ZodType, Data>,
  sent: Sent<Params, Query> = {},
): Promise<ErrorAnswer> {
  const { status, headers, executionId, error, text } = await call(key, endpoint, sent);
  if (error === undefined) throw new Error(`${endpoint.id} was not refused: ${text.slice(0, 500)}`);
  return { status, headers, executionId, ...error };
}

/** The path and query of a call, everything filled in. */
export function pathOf(endpoint: Pick<Endpoint, "path">, { params = {}, query = {} }: Pick<Sent, "params" | "query">): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ""));
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  const search = new URLSearchParams(pairs).toString();
  return `/v2${path}${search === "" ? "" : `?${search}`}`;
}

/** Checks an answer against what its endpoint publishes, and takes it apart. */
function checkAnswer<Data extends z.ZodType>(
  endpoint: Endpoint<Shape, Shape, z.ZodType, Data>,
  received: Received,
): Answer<z.output<Data>> {
  const { status, headers, text } = received;
  const executionId = headers.get("x-execution-id") ?? "";
  expect(executionId, `x-execution-id of ${endpoint.id}`).toMatch(/^exec_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(status, `${endpoint.id} failed: ${text}`).toBeLessThan(500);
  const answer = { ...received, executionId };
  if (status >= 400) return { ...answer, error: checkError(endpoint, received) };

  expect([endpoint.success.status, ...(endpoint.success.accepted === undefined ? [] : [202])]).toContain(status);
  const schema = successSchema(endpoint);
  if (schema === undefined) {
    expect(text).toBe("");
    return answer;
  }
  const [body] = [parseBody(schema, received)].flat();
  return { ...answer, data: dataOf(endpoint, body) as z.output<Data> };
}

function dataOf({ side, success }: Pick<Endpoint, "side" | "success">, body: Record<string, unknown> = {}): unknown {
  if (!success.spread) return body[side === "claim" ? "data" : (success.resource ?? "")];
  const { success: _success, status: _status, execution_id: _executionId, ...spread } = body;
  return spread;
}

function checkError(endpoint: Endpoint, received: Received): AnsweredError {
  const body = parseBody(errorSchema(endpoint.side, received.status), received) as {
    code?: number;
    message?: string;
    field?: string;
    error?: AnsweredError;
  };
  const { code = 0, message = "", field } = body;
  const error = body.error ?? { code, message, ...(field !== undefined && { field }) };
  const declared = [...endpoint.errors, ...pipelineErrorsOf(endpoint), ...errorsOfEveryEndpoint].filter(
    (name) => errorCatalogue[name].code === error.code && errorCatalogue[name].status === received.status,
  );
  expect(declared, `${endpoint.id} does not declare ${received.status} with the code ${error.code}: ${error.message}`).not.toEqual([]);
  return error;
}

/** Parses the body by its schema; fails if it does not match, or has a field that the schema does not name. */
function parseBody(schema: z.ZodType, { headers, text }: Received): Record<string, unknown> {
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(schema.parse(body)).toEqual(body);
  if ("execution_id" in body) expect(body["execution_id"]).toBe(headers.get("x-execution-id"));
  return body;
}
