import { claimErrors, contractErrors, productErrors, renewalErrors } from "#lib/platform/errors/insurance-errors.ts";
import { eventErrors, keyErrors, renterErrors, requestErrors, statementErrors } from "#lib/platform/errors/request-errors.ts";
import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

/** The list from which types, answers, OpenAPI, docs and portal derive. */
export const errorCatalogue = {
  ...requestErrors,
  ...keyErrors,
  ...contractErrors,
  ...claimErrors,
  ...renewalErrors,
  ...productErrors,
  ...renterErrors,
  ...eventErrors,
  ...statementErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof errorCatalogue;

/** An error for partners' systems. The message names the field and the accepted values; it defaults to the catalogue's meaning. */
export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly entry: ErrorEntry;
  /** The path of the invalid field, such as `products[0].data.product_marked` (rules/errors.md#requests-8). */
  readonly field: string | undefined;

  constructor(errorName: ErrorName, message?: string, { field, ...options }: ErrorOptions & { field?: string | undefined } = {}) {
    const entry: ErrorEntry = errorCatalogue[errorName];
    super(message ?? entry.meaning, options);
    this.field = field;
    this.name = "ApiError";
    this.errorName = errorName;
    this.entry = entry;
  }
}

/** An error of a field. Its message is the field followed by `fault`, which begins with a verb or a colon. */
export function fieldError(errorName: ErrorName, field: string, error: string): ApiError {
  return new ApiError(errorName, `${field}${error.startsWith(":") ? "" : " "}${error}`, { field });
}
