import { contractErrors } from "#lib/contracts/errors.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { keyErrors } from "#lib/keys/errors.ts";
import { pipelineErrorsOf } from "#lib/openapi/errors-of.ts";
import { productErrors } from "#lib/products/errors.ts";
import { renewalErrors } from "#lib/renewals/errors.ts";
import { renterErrors } from "#lib/renters/errors.ts";
import { requestErrors } from "#lib/request-errors.ts";

/** The catalogue as the errors page has it: what any call may answer first, then side by side, as numbers repeat across sides. */
export const errorGroups = {
  everyCall: namesOf({ ...requestErrors, ...keyErrors }),
  contracts: namesOf(contractErrors),
  renewals: namesOf(renewalErrors),
  products: namesOf(productErrors),
  renters: namesOf(renterErrors),
} as const satisfies Record<string, readonly ErrorName[]>;

export type ErrorGroup = keyof typeof errorGroups;

/** Every group, in the order of the page. */
export const errorGroupNames = Object.keys(errorGroups) as ErrorGroup[];

/** One error as the page shows it. */
export interface DocumentedError {
  name: ErrorName;
  code: number;
  status: number;
  meaning: string;
  cure: string;
  /** The operations that may answer it; empty for what is not an operation's own, but of every call or of none. */
  operations: readonly string[];
}

/** The errors of each group that hold the search in their code, name, meaning or cure; groups without any are left out. */
export function findErrors({ search = "", group }: { search?: string; group?: ErrorGroup }): [ErrorGroup, DocumentedError[]][] {
  const words = search.toLowerCase().split(/\s+/);
  return errorGroupNames.flatMap((name): [ErrorGroup, DocumentedError[]][] => {
    if (group !== undefined && name !== group) return [];
    const found = errorGroups[name].map(describe).filter((error) => {
      const text = `${error.code} ${error.name} ${error.meaning} ${error.cure}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return found.length === 0 ? [] : [[name, found]];
  });
}

function describe(name: ErrorName): DocumentedError {
  const { code, status, meaning, cure } = errorCatalogue[name];
  return { name, code, status, meaning, cure, operations: operationsThatAnswer(name) };
}

function operationsThatAnswer(name: ErrorName): string[] {
  return endpoints.filter((endpoint) => !pipelineErrorsOf(endpoint).includes(name) && endpoint.errors.includes(name)).map(({ id }) => id);
}

function namesOf<Name extends ErrorName>(entries: Record<Name, unknown>): readonly Name[] {
  return Object.keys(entries) as Name[];
}
