import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

export interface ExplainedError extends ErrorEntry {
  name: ErrorName;
  /** The operations that declare the error; empty if any call can return it. */
  operations: string[];
}

/** Explains a code by the catalogue. Several errors share a number, so an operation narrows it down. */
export function explainCode(code: number, operation?: Endpoint): ExplainedError[] {
  const possible = operation && [...operation.errors, ...pipelineErrorsOf(operation)];
  return (Object.keys(errorCatalogue) as ErrorName[])
    .filter((name) => errorCatalogue[name].code === code && (possible === undefined || possible.includes(name)))
    .map((name) => ({
      name,
      ...errorCatalogue[name],
      operations: endpoints
        .filter((endpoint) => endpoint.errors.includes(name) && !pipelineErrorsOf(endpoint).includes(name))
        .map(({ id }) => id),
    }));
}
