import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { errorsInFrench } from "#lib/platform/errors/in-french.ts";
import type { WordedError } from "#lib/platform/errors/in-french.ts";
import { claimErrors, contractErrors, productErrors, renewalErrors } from "#lib/platform/errors/insurance-errors.ts";
import { eventErrors, keyErrors, renterErrors, requestErrors, statementErrors } from "#lib/platform/errors/request-errors.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

const ofCalls: readonly ErrorName[] = namesOf({ ...requestErrors, ...keyErrors });
const isOfOperations = (name: ErrorName) => operationsThatAnswer(name).length > 0;

/** The groups of the errors page: errors of any call first, then one group a side, since sides share numbers. */
export const errorGroups = {
  everyCall: ofCalls.filter((name) => !isOfOperations(name)),
  settings: ofCalls.filter(isOfOperations),
  contracts: namesOf(contractErrors),
  renewals: namesOf(renewalErrors),
  products: namesOf(productErrors),
  renters: namesOf(renterErrors),
  claims: namesOf(claimErrors),
  events: namesOf(eventErrors),
  statements: namesOf(statementErrors),
} as const satisfies Record<string, readonly ErrorName[]>;

export type ErrorGroup = keyof typeof errorGroups;

const errorGroupNames = Object.keys(errorGroups) as ErrorGroup[];

export interface DocumentedError extends WordedError {
  name: ErrorName;
  code: number;
  status: number;
  /** The operations that can return it; empty if any call or none can. */
  operations: readonly string[];
}

/** The errors of each group, in a language such as `fr-FR`. */
export function documentedErrors(language: string): [ErrorGroup, DocumentedError[]][] {
  return errorGroupNames.map((group) => [group, errorGroups[group].map((name) => describe(name, language))]);
}

function describe(name: ErrorName, language: string): DocumentedError {
  const { code, status } = errorCatalogue[name];
  const { meaning, cure } = wordsOf(language)[name];
  return { name, code, status, meaning, cure, operations: operationsThatAnswer(name) };
}

export function wordsOf(language: string): Record<ErrorName, WordedError> {
  return language.startsWith("fr") ? errorsInFrench : errorCatalogue;
}

function operationsThatAnswer(name: ErrorName): string[] {
  // An error of any call that an endpoint declares besides is still one of any call.
  const isOfAnyCall = (endpoint: Endpoint) => ofCalls.includes(name) && pipelineErrorsOf(endpoint).includes(name);
  return endpoints.filter((endpoint) => endpoint.errors.includes(name) && !isOfAnyCall(endpoint)).map(({ id }) => id);
}

function namesOf<Name extends ErrorName>(entries: Record<Name, unknown>): readonly Name[] {
  return Object.keys(entries) as Name[];
}
