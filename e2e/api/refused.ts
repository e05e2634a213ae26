import { expect } from "vitest";
import { send } from "#e2e/api/raw.ts";
import type { RawAnswer, RawRequest } from "#e2e/api/raw.ts";
import { errorSchema } from "#lib/api/openapi/envelopes.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";

/** Sends with a key, and reads the answer as an error of the side: its status, code and message. */
export async function refused(
  key: string,
  side: Side,
  { headers, ...request }: RawRequest,
): Promise<{ status: number; code: number; message: string; headers: Headers }> {
  const answer = await send({ headers: { key, ...headers }, ...request });
  return { status: answer.status, headers: answer.headers, ...errorOf(side, answer) };
}

/** Reads the error of an answer, which must have the envelope of its side. */
export function errorOf(side: Side, { status, headers, text }: RawAnswer): { code: number; message: string } {
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("x-execution-id")).toMatch(/^exec_/);
  const body = errorSchema(side, status).parse(JSON.parse(text)) as {
    execution_id?: string;
    code: number;
    message: string;
    error?: { code: number; message: string };
  };
  if (body.execution_id !== undefined) expect(body.execution_id).toBe(headers.get("x-execution-id"));
  return { code: (body.error ?? body).code, message: (body.error ?? body).message };
}
