import { pipelineErrorsOf } from "#lib/endpoint-errors.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import { keyErrors } from "#lib/keys/errors.ts";
import { requestErrors } from "#lib/request-errors.ts";

interface Refused {
  endpoint: string | null;
  status: number;
  errorCode: number | null;
  responseBody: string | null;
}

/**
 * The entries of the catalogue that a refused call may have met: codes repeat across the sides of the API, but hardly within what one
 * endpoint answers. Of several, those whose sentence was answered.
 */
export function errorsBehind({ endpoint: id, status, errorCode, responseBody }: Refused): ErrorName[] {
  if (errorCode === null) return [];
  const isIt = (name: ErrorName) => errorCatalogue[name].code === errorCode && errorCatalogue[name].status === status;
  const endpoint = endpoints.find((each) => each.id === id);
  const ofPipeline = Object.keys({ ...requestErrors, ...keyErrors }) as ErrorName[];
  const likely = endpoint === undefined ? ofPipeline : [...endpoint.errors, ...pipelineErrorsOf(endpoint), ...ofPipeline];
  // An endpoint that answers something else by now, or is no more.
  const all = Object.keys(errorCatalogue) as ErrorName[];
  const possible = [...new Set(likely.some(isIt) ? likely.filter(isIt) : all.filter(isIt))];
  const said = possible.filter((name) => responseBody?.includes(JSON.stringify(errorCatalogue[name].meaning).slice(1, -1)) === true);
  return said.length === 0 ? possible : said;
}

/** What each error code means, in the words of a language: to an endpoint (`1051 createContract`), and to any (`1051`). */
export function nameErrors(words: Readonly<Record<ErrorName, { meaning: string }>>): Record<string, string> {
  const entriesOf = (names: readonly ErrorName[], suffix: string) =>
    names.map((name) => [`${errorCatalogue[name].code}${suffix}`, words[name].meaning] as const);
  const all = Object.keys(errorCatalogue) as ErrorName[];
  // Of several with one code the first in the catalogue.
  return Object.fromEntries([...entriesOf(all, ""), ...endpoints.flatMap(({ id, errors }) => entriesOf(errors, ` ${id}`))].toReversed());
}
