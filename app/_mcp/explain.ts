import type { Endpoint } from "#lib/endpoint.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors/catalogue.ts";
import type { ErrorName } from "#lib/errors/catalogue.ts";
import { pipelineErrorsOf } from "#lib/errors/endpoint-errors.ts";
import type { ErrorEntry } from "#lib/errors/refusal.ts";

export interface ExplainedError extends ErrorEntry {
  name: ErrorName;
  /** The operations of which it is an error of their own; empty for what any call may answer. */
  operations: string[];
}

/** What a code means, by the catalogue: several errors share a number, so an operation tells which. */
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
