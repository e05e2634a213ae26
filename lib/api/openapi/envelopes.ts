import { z } from "zod";
import { errorBody, successBody } from "#lib/api/envelope.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { nextPage } from "#lib/platform/lists/paging.ts";
import type { Endpoint, Side } from "#lib/platform/wire/endpoint.ts";

// Placeholders in the envelope of envelope.ts, with the schemas that replace them.
const placeholders = { executionId: "<execution_id>", message: "<message>", code: -1, field: "<field>", next: "<next>" };
const message = z
  .string()
  .min(1)
  .meta({ description: "What is wrong and what is accepted instead, in English.", examples: ["uid is missing"] });
const code = z.int().meta({ description: "The code of the error catalogue.", examples: [1012] });
const field = z
  .string()
  .min(1)
  .optional()
  .meta({ description: "The field or query parameter at fault, if it is one.", examples: ["products[0].data.product_marked"] });
const schemas = new Map<unknown, z.ZodType>([
  [
    placeholders.executionId,
    z
      .string()
      .min(1)
      .meta({
        id: "ApiExecutionId",
        description: "Identifies this call; quote it to support.",
        examples: ["exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
      }),
  ],
  [placeholders.message, message],
  [placeholders.code, code],
  [placeholders.field, field],
  [placeholders.next, nextPage],
]);
const errorDetail = z.strictObject({ code, message, field }).meta({ id: "ErrorDetail", description: "What is wrong." });

const meanings: Readonly<Record<string, string>> = {
  status: "`success` for what was done, `error` for what was refused.",
  success: "True for what was done, false for what was refused.",
  type: "The type of error, from the HTTP status.",
  message: "The type of error, in words; the details are in `error`.",
};

/** The schema of an endpoint's success body; undefined for a 204. */
export function successSchema(endpoint: Endpoint): z.ZodType | undefined {
  if (endpoint.success.status === 204) return undefined;
  const { data, spread } = endpoint.success;
  return schemaOf([successBody(endpoint, spread ? (data as z.ZodObject).shape : data, placeholders.executionId, placeholders.next)]);
}

const otherStatuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))]
  .filter((status) => status !== 401)
  .toSorted((one, other) => one - other);
const authenticationError = errorSchemaOf("claim", [401]).meta({ id: "AuthenticationError", description: "The key is refused." });
const authenticationErrors: Record<Side, z.ZodType> = {
  contract: authenticationError,
  product: errorSchemaOf("product", [401]).meta({
    id: "ProductAuthenticationError",
    description: "The key is refused: the fields of an error of this side and those of an authentication error.",
  }),
  claim: authenticationError,
};
const sideErrors: Record<Side, z.ZodType> = {
  contract: errorSchemaOf("contract", otherStatuses).meta({ id: "ContractError", description: "A call about contracts was refused." }),
  product: errorSchemaOf("product", otherStatuses).meta({
    id: "ProductError",
    description: "A call about products, renters or cities was refused.",
  }),
  claim: errorSchemaOf("claim", otherStatuses).meta({ id: "ClaimError", description: "A call about claims was refused." }),
};

/** One per side, and one for its authentication errors. */
export function errorSchema(side: Side, status: number): z.ZodType {
  return (status === 401 ? authenticationErrors : sideErrors)[side];
}

function errorSchemaOf(side: Side, statuses: readonly number[]): z.ZodType {
  return schemaOf(
    statuses.map((status) =>
      errorBody(side, { code: placeholders.code, status, meaning: "", cure: "" }, placeholders, placeholders.executionId),
    ),
  );
}

/** Merges bodies of one shape into a schema: placeholders become their schemas, differing values a union. */
function schemaOf(bodies: readonly unknown[]): z.ZodType {
  const [first] = bodies;
  if (first instanceof z.ZodType) return first;
  const placeholder = schemas.get(first);
  if (placeholder !== undefined) return placeholder;
  if (Array.isArray(first)) return z.array(schemaOf(first)).length(1);
  if (typeof first !== "object" || first === null) return z.literal([...new Set(bodies)] as z.core.util.Literal[]);
  const fields = Object.keys(first).map((key) => [key, fieldOf(key, bodies)] as const);
  return z.strictObject(Object.fromEntries(fields));
}

function fieldOf(key: string, bodies: readonly unknown[]): z.ZodType {
  if (key === "error") return errorDetail;
  const schema = schemaOf(bodies.map((body) => (body as Record<string, unknown>)[key]));
  const meaning = meanings[key];
  return meaning === undefined || schema.description !== undefined ? schema : schema.meta({ description: meaning });
}
