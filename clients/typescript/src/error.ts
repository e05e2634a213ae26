import { errorNames, errors, requestFields } from "./generated/api.ts";
import type { Side } from "./generated/api.ts";

/** A name of the error catalogue, or of an error outside the API. */
export type CovergateErrorName =
  | keyof typeof errors
  | "CONNECTION_FAILED"
  | "TIMED_OUT"
  | "UNREADABLE_RESPONSE"
  /** The signal of the call. */
  | "ABORTED"
  | "FILE_UNREADABLE"
  | "SIGNATURE_INVALID"
  /** An error that is newer than this package: see `code` and `message`. */
  | "UNKNOWN_ERROR";

interface Details {
  status?: number;
  code?: number;
  field?: string | undefined;
  executionId?: string | undefined;
  idempotencyKey?: string | undefined;
  cure?: string | undefined;
  cause?: unknown;
  /** In how many seconds the API takes the request; absent if waiting does not help. */
  retryAfter?: number | undefined;
}

/** The error of every failure; its `cause` is the runtime's error, if any. `status` and `code` are 0 if no response arrived. */
export class CovergateError extends Error {
  override readonly name: CovergateErrorName;
  readonly status: number;
  /** The number of the error catalogue, which can mean different things for contracts, products and claims: `name` is unique. */
  readonly code: number;
  /** The invalid field, such as `products[0].data.user_name`. */
  readonly field: string | undefined;
  /** Identifies the call in the call log of the portal; quote it to support. */
  readonly executionId: string | undefined;
  /** The key under which the call was sent; the same call under the same key is carried out once. Absent for reads. */
  readonly idempotencyKey: string | undefined;
  /** The cure, from the error catalogue. */
  readonly cure: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(name: CovergateErrorName, message: string, { status = 0, code = 0, cause, ...rest }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    this.status = status;
    this.code = code;
    this.field = rest.field;
    this.executionId = rest.executionId;
    this.idempotencyKey = rest.idempotencyKey;
    this.cure = rest.cure;
    this.retryAfter = rest.retryAfter;
  }
}

/** Reads an error: its body is that of contracts, of products or of claims (the API's description, "Responses"). */
export function errorOf(side: Side, status: number, headers: Headers, body: unknown): CovergateError {
  const { error, ...flat } = isRecord(body) ? body : {};
  const { code, message, field: named } = isRecord(error) ? error : flat;
  const executionId = executionIdOf(headers);
  const retryAfter = secondsOf(headers.get("retry-after"));
  if (typeof code !== "number" || typeof message !== "string") {
    return new CovergateError("UNREADABLE_RESPONSE", `the response has the status ${status} and no error of the API`, {
      status,
      executionId,
      retryAfter,
    });
  }
  const name = nameOf(side, code, message);
  const cure = name === undefined ? undefined : errors[name].cure;
  // An installation of an earlier release names the field in the message alone.
  const field = typeof named === "string" ? named : fieldOf(message);
  return new CovergateError(name ?? "UNKNOWN_ERROR", message, { status, code, field, executionId, cure, retryAfter });
}

export function executionIdOf(headers: Headers): string | undefined {
  return headers.get("x-execution-id") ?? undefined;
}

/** Few codes have two names on one side; the message is then the meaning of one of them. */
function nameOf(side: Side, code: number, message: string): keyof typeof errors | undefined {
  const ofSide: Readonly<Record<number, readonly (keyof typeof errors)[]>> = errorNames[side];
  const names = ofSide[code] ?? [];
  const meaning = message.replace(/ of \d+ /, " of ");
  return names.find((name) => errors[name].meaning === meaning) ?? names[0];
}

/** Messages begin with the field that they are about. */
function fieldOf(message: string): string | undefined {
  const [, path, root = ""] = /^(([A-Za-z][\w-]*)[\w.[\]-]*?)(?=[: ]|$)/.exec(message) ?? [];
  if (requestFields.has(root)) return path;
  return /^the field "([^"]+)"/.exec(message)?.[1];
}

function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const until = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1000 : seconds;
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
