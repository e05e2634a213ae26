import { z } from "zod";
import type { Endpoint, Side } from "#lib/endpoint.ts";
import { errorCatalogue } from "#lib/errors.ts";
import { errorBody, successBody } from "#lib/http/envelope.ts";

// What envelope.ts is given in place of the values that differ from answer to answer, and the schemas of those values.
const standIns = { executionId: "<execution_id>", message: "<message>", code: -1 };
const schemas = new Map<unknown, z.ZodType>([
  [
    standIns.executionId,
    z
      .string()
      .min(1)
      .meta({ description: "Names this call; quote it to support.", examples: ["exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
  ],
  [standIns.message, z.string().min(1).meta({ description: "What is wrong and what is accepted instead, in English." })],
  [standIns.code, z.int().meta({ description: "The code of the error catalogue." })],
]);

/** The published schema of an endpoint's success body; undefined where a success has none (204). */
export function successSchema(endpoint: Endpoint): z.ZodType | undefined {
  if (endpoint.success.status === 204) return undefined;
  const { data, spread } = endpoint.success;
  return schemaOf([successBody(endpoint, spread ? (data as z.ZodObject).shape : data, standIns.executionId)]);
}

const otherStatuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))]
  .filter((status) => status !== 401)
  .toSorted((one, other) => one - other);
const authenticationError = errorSchemaOf("claim", [401]).meta({ id: "AuthenticationError" });
const sideErrors: Record<Side, z.ZodType> = {
  contract: errorSchemaOf("contract", otherStatuses).meta({ id: "ContractError" }),
  product: errorSchemaOf("product", otherStatuses).meta({ id: "ProductError" }),
  claim: errorSchemaOf("claim", otherStatuses).meta({ id: "ClaimError" }),
};

/** The published schema of an error body: one a side, and one for the authentication errors of all sides. */
export function errorSchema(side: Side, status: number): z.ZodType {
  return status === 401 ? authenticationError : sideErrors[side];
}

function errorSchemaOf(side: Side, statuses: readonly number[]): z.ZodType {
  const { code, message, executionId } = standIns;
  return schemaOf(statuses.map((status) => errorBody(side, { code, status, meaning: "", cure: "" }, message, executionId)));
}

/** The schema that bodies of one shape have in common: stand-ins become their schemas, what differs between the bodies becomes a choice. */
function schemaOf(bodies: readonly unknown[]): z.ZodType {
  const [first] = bodies;
  if (first instanceof z.ZodType) return first;
  const standIn = schemas.get(first);
  if (standIn !== undefined) return standIn;
  if (Array.isArray(first)) return z.array(schemaOf(first)).length(1);
  if (typeof first !== "object" || first === null) return z.literal([...new Set(bodies)] as z.core.util.Literal[]);
  const fields = Object.keys(first).map((key) => [key, schemaOf(bodies.map((body) => (body as Record<string, unknown>)[key]))] as const);
  return z.strictObject(Object.fromEntries(fields));
}
