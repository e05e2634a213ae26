import type { z } from "zod";
import type { ErrorName } from "#lib/errors.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Whether an endpoint of this method changes something, and so may be sent with an `Idempotency-Key` (resolutions.md § 12). */
export function isWrite(method: Method): boolean {
  return method !== "GET";
}

/**
 * Which envelope answers (resolutions.md § 2): `contract` for contracts and renewals,
 * `product` for products, renters and geo, `claim` for claims.
 */
export const sides = ["contract", "product", "claim"] as const;
export type Side = (typeof sides)[number];

/** The chapters of the reference, in the order in which it has them. */
export const tags = {
  Contracts:
    "Rental insurance contracts: creation, price preview, changes, cancellation and termination, the products that they insure, and their automatic renewals (tacit renewal), singly or in bulk.",
  Products: "The catalogue of what a partner insures.",
  Renters: "Rental companies, which the operator registers and a partner attaches to its API key.",
  Geo: "Cities by zipcode, spelt as the parties of a contract are stored.",
  Events: "What happened to contracts, renewals and claims: to recover what a webhook missed, or to do without webhooks.",
  Claims: "Claims of theft and breakage: draft, documents, submission, settlements.",
  Sandbox:
    "A development environment to rehearse in: move its clock and see what happens until then, play the insurer, start over. Development keys only.",
} as const;
export type Tag = keyof typeof tags;

type Schema = z.ZodType;
type Shape = z.ZodObject;

/** How a success is dressed. */
export interface Success<Data extends Schema> {
  status: 200 | 201 | 204;
  description: string;
  /** What the verb returns, on the wire. Absent where a success says nothing but that it is one. */
  data?: Data;
  /** The key that carries the data beside `status`; absent on the claim side, where it is always `data`. */
  resource?: string;
  /** True where the verb answers all that stands beside `success` or `status`: on the claim side `data` and others such as `pagination`. */
  spread?: boolean;
  /** The name of the answer's schema in the reference, where it is not the operation's; answers of one shape share one. */
  schemaName?: string;
  /** What a 202 with the same body means, of a call whose work may take longer than a request should: it goes on by itself. */
  accepted?: string;
  /** True where the answer is an array with the one object `{status, <resource>}` (GET /products, GET /renters). */
  listed?: boolean;
}

/**
 * A worked request of the reference; the tests run each one. It is told at the beginning of 2027-01-01, of the renters, the
 * product, the contracts, the renewal and the claim that e2e/api/examples.test.ts has made before.
 */
export interface Example {
  name: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** What the API promises about one endpoint: validation, envelope, errors, OpenAPI and call log all derive from it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Schema = Schema,
  Data extends Schema = Schema,
> {
  /** The operation's name in the reference, the generated clients and the call log. */
  id: string;
  method: Method;
  /** Below `/v2`, with `{placeholders}`. */
  path: string;
  side: Side;
  tag: Tag;
  /** The environment whose keys alone may call it; those of the other are refused before anything else (98888). */
  environment?: Environment;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: {
    schema: Body;
    /** True where the verb's rules answer a wrong body, each fault with its own code; the schema is what is published. */
    checkedByRules?: boolean;
    required?: boolean;
    /** Set where the body brings files, which are read as they arrive: what is published, by content type. The schema is then `upload`. */
    streamed?: Record<"application/json" | "multipart/form-data", Schema>;
  };
  success: Success<Data>;
  errors: readonly ErrorName[];
  /** The identifier that the call log files the call under. A method, so that every declaration is an Endpoint, whatever its types. */
  subject?(params: z.output<Params>, data: z.output<Data> | undefined): string | undefined;
  examples?: readonly Example[];
}

/** What a verb answers whose work is not done yet: it goes on by itself. Answered with 202. */
export class Accepted<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}

/** What a verb answers: the data or, of a list that may be too long to hold, its pages one after the other. */
export type Answer<Data extends Schema> =
  | z.input<Data>
  | Accepted<z.input<Data>>
  | (z.input<Data> extends readonly (infer Item)[] ? AsyncIterable<readonly Item[]> : never);

/** Declares an endpoint. */
export function endpoint<Params extends Shape, Query extends Shape, Body extends Schema, Data extends Schema>(
  declaration: Endpoint<Params, Query, Body, Data>,
): Endpoint<Params, Query, Body, Data> {
  return declaration;
}
