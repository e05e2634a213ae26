import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorBody, successBody } from "#lib/api/envelope.ts";
import { errorSchema, successSchema } from "#lib/api/openapi/envelopes.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { sides } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Side, Success } from "#lib/platform/wire/endpoint.ts";

const executionId = "exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A";

// rules/errors.md#envelopes-1, #envelopes-2, #envelopes-3
describe.each(sides)("the error schema of the %s side", (side) => {
  test("fits the answer to every error, and declares all its fields", () => {
    for (const entry of Object.values(errorCatalogue)) {
      const body = errorBody(side, entry, { message: "uid is missing", field: "uid" }, executionId);
      expect(errorSchema(side, entry.status).parse(body)).toEqual(body);
    }
  });

  test.each(sides.filter((other) => other !== side))("rejects an answer of the %s side", (other) => {
    const body = errorBody(other, errorCatalogue.UID_MISSING, { message: "uid is missing" }, executionId);
    expect(errorSchema(side, 400).safeParse(body).success).toBe(false);
  });
});

const data = z.object({ cid: z.string() }).meta({ id: "EnvelopeSchemasTest" });
const declare = (side: Side, success: Partial<Success<typeof data>>): Endpoint => ({
  id: "test",
  method: "GET",
  path: "/",
  side,
  tag: "Contracts",
  right: "contracts:read",
  summary: "",
  success: { status: 200, description: "", data, ...success },
  errors: [],
});

describe("the success schema", () => {
  // rules/errors.md#answers-3, #answers-5
  // rules/claims.md#read-2
  test.each([
    ["a contract", declare("contract", { resource: "contract" })],
    ["a product", declare("product", { resource: "product" })],
    ["a list in its array", declare("product", { resource: "products", listed: true })],
    ["a claim", declare("claim", {})],
    ["a claim with more beside it", declare("claim", { spread: true })],
  ])("fits the answer of %s, and rejects unknown fields", (_name, endpoint) => {
    const schema = successSchema(endpoint);
    const body = successBody(endpoint, { cid: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" }, executionId);
    expect(schema?.parse(body)).toEqual(body);
    const widened = JSON.parse(JSON.stringify(body).replace("{", '{"extra":1,')) as unknown;
    expect(schema?.safeParse(widened).success).toBe(false);
    expect(schema?.safeParse(successBody(endpoint, { cid: 1 }, executionId)).success).toBe(false);
  });

  test("fits an answer without data", () => {
    const endpoint: Endpoint = { ...declare("product", {}), success: { status: 201, description: "" } };
    expect(successSchema(endpoint)?.parse({ status: "success", execution_id: executionId })).toEqual({
      status: "success",
      execution_id: executionId,
    });
  });

  test("is absent where the answer has no body", () => {
    expect(successSchema(declare("product", { status: 204 }))).toBeUndefined();
  });
});
