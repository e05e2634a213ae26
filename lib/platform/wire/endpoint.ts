import type { z } from "zod";
import type { Environment } from "#lib/platform/environments.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

/** The version that the description and the client libraries have. */
export const apiVersion = "2.1.0";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Writes may have an `Idempotency-Key` (rules/idempotency.md#keys-1). */
export function isWrite(method: Method): boolean {
  return method !== "GET";
}

/**
 * The envelope of answers (rules/errors.md#answers-3, #answers-4, #answers-5): `product` also for renters and geo, `contract` also for
 * renewals.
 */
export const sides = ["contract", "product", "claim"] as const;
export type Side = (typeof sides)[number];

export const tags = {
  Contracts:
    "Rental insurance contracts: creation, price preview, changes, cancellation and termination, the products that they insure, and their automatic renewals, one at a time or in bulk.",
  Products: "The catalogue of what a partner insures.",
  Renters: "Rental companies, which the operator registers and a partner attaches to its API key.",
  Geo: "Cities by zipcode, spelt as the parties of a contract are stored.",
  Events: "What happened to contracts, renewals and claims: to recover what a webhook missed, or to do without webhooks.",
  Claims: "Claims of theft and breakage: draft, documents, submission, settlements.",
  Statements: "What a month adds up to: premiums and claims, per renter and in total.",
  Sandbox:
    "A development environment to rehearse in: move its clock and see what happens until then, play the insurer, start over. Development keys only.",
} as const;
export type Tag = keyof typeof tags;

type Schema = z.ZodType;
type Shape = z.ZodObject;

export interface Success<Data extends Schema> {
  status: 200 | 201 | 204;
  description: string;
  data?: Data;
  /** The key of the data besides `status`; absent on the claim side, where it is `data`. */
  resource?: string;
  /** True if the verb returns everything besides `success` or `status`, such as `pagination`. */
  spread?: boolean;
  /** The name of the schema, where answers share one; by default the operation's. */
  schemaName?: string;
  /** The meaning of a 202 with the same body, for work that continues after the request. */
  accepted?: string;
  /** The file that the verb may return instead of the data. */
  file?: { contentType: "text/csv"; description: string };
  /** True if the answer also has `next`, by which a list goes on. */
  continued?: boolean;
  /** True if the answer is an array with one object `{status, <resource>}` (GET /products, GET /renters). */
  listed?: boolean;
  /** True if the answer holds a secret: under an `Idempotency-Key` it is stored encrypted. */
  secret?: boolean;
}

/** A request of the reference, which the tests run. It is made on 2027-01-01 with the records of e2e/api/examples.test.ts. */
export interface Example {
  name: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is a form; `file` is the name of a file. */
  form?: Record<string, string>;
}

/** The declaration of an endpoint, from which validation, envelope, errors, OpenAPI and call log derive. */
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
  /** Another spelling of the path, which is answered and not published. */
  alias?: string;
  /** True if no identifier has the form of the last segment: a method of the path with an identifier there is refused. */
  isApart?: boolean;
  side: Side;
  tag: Tag;
  /** The right that a key needs to call it (rules/access.md#rights-2); null for any key that works. */
  right: Right | null;
  /** 98888 for keys of the other environment, before any other check. */
  environment?: Environment;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: {
    schema: Body;
    /** True if rules check the body, with a code for each error; the schema is only published. */
    checkedByRules?: boolean;
    required?: boolean;
    /** The published bodies by content type, for a body with files, which are read as they arrive. The schema is then `upload`. */
    streamed?: Partial<Record<"application/json" | "multipart/form-data", Schema>>;
  };
  success: Success<Data>;
  errors: readonly ErrorName[];
  /** The identifier that the call log files the call under. A method, so that every declaration is an Endpoint, whatever its types. */
  subject?(params: z.output<Params>, data: z.output<Data> | undefined): string | undefined;
  examples?: readonly Example[];
}

/** The result of a verb whose work continues; answered with 202. */
export class Accepted<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}

/** A page of a list; `next` is what the next page comes `after`, null at the end. */
export class Page<Item> {
  readonly items: Item[];
  readonly next: string | null;

  constructor(items: Item[], next: string | null) {
    this.items = items;
    this.next = next;
  }
}

/** A text that is sent as it is made, such as CSV. */
export class TextFile {
  readonly contentType: string;
  readonly name: string;
  readonly parts: AsyncGenerator<string, void>;

  constructor(contentType: string, name: string, parts: AsyncGenerator<string, void>) {
    this.contentType = contentType;
    this.name = name;
    this.parts = parts;
  }
}

/** The result of a verb: its data, a page of a list, the pages of a list that may be too long for memory, or a file. */
export type Answer<Data extends Schema> =
  | z.input<Data>
  | TextFile
  | Accepted<z.input<Data>>
  | (z.input<Data> extends readonly (infer Item)[] ? Page<Item> | AsyncIterable<readonly Item[]> : never);

export function endpoint<Params extends Shape, Query extends Shape, Body extends Schema, Data extends Schema>(
  declaration: Endpoint<Params, Query, Body, Data>,
): Endpoint<Params, Query, Body, Data> {
  return declaration;
}
