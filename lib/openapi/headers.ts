import type { oas31 } from "zod-openapi";

/** The headers of answers, as components (resolutions.md § 1, § 2; the limit's are those of the IETF draft "RateLimit header fields for HTTP"). */
export const headerComponents = {
  "x-execution-id": {
    description: "Names this call in the call log; quote it to support. Equal to `execution_id` where the body has one.",
    required: true,
    schema: { type: "string", examples: ["exec_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] },
  },
  ratelimit: {
    description: "How many requests are left (`r`) until the window ends, and in how many seconds that is (`t`).",
    schema: { type: "string", examples: ['"default";r=598;t=42'] },
  },
  "ratelimit-policy": {
    description: "How many requests (`q`) the key may send in a window of so many seconds (`w`).",
    schema: { type: "string", examples: ['"default";q=600;w=60'] },
  },
  "idempotent-replayed": {
    description:
      "`true` where this is the answer that was given to the first request with the same `Idempotency-Key`, to the byte; absent otherwise. `x-execution-id` is then that of the first call.",
    schema: { type: "string", enum: ["true"], examples: ["true"] },
  },
  "retry-after": {
    description: "In how many seconds the next request will be let through; absent where waiting does not help.",
    schema: { type: "integer", minimum: 1, maximum: 60, examples: [42] },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

/** The header of writes, as a component (resolutions.md § 12). */
export const idempotencyKeyParameter: oas31.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A text of your choice, 1 to 255 visible ASCII characters such as a UUID, with or without quotes, that names this request: sent again with the same key within 24 hours, the same request is not done again and gets the same answer. Use a new key for each new request.",
  schema: { type: "string", minLength: 1, maxLength: 255, examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"] },
};

/** The headers of an answer with this status. A call whose key is refused is not counted, and so tells nothing of the limit. */
export function headersOf(status: number, isReplayable = false): oas31.HeadersObject {
  const names: (keyof typeof headerComponents)[] = ["x-execution-id"];
  if (status !== 401) names.push("ratelimit", "ratelimit-policy");
  if (status === 429 || status === 409 || status === 503) names.push("retry-after");
  if (isReplayable) names.push("idempotent-replayed");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
