import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { keyErrors, requestErrors } from "#lib/platform/errors/request-errors.ts";
import { pipelineErrorsOf } from "#lib/platform/wire/endpoint-errors.ts";

interface Refused {
  endpoint: string | null;
  status: number;
  errorCode: number | null;
  responseBody: string | null;
}

/** Codes repeat across the sides of the API, but hardly within an endpoint; the answered sentence decides between several entries. */
export function errorsBehind({ endpoint: id, status, errorCode, responseBody }: Refused): ErrorName[] {
  if (errorCode === null) return [];
  const isIt = (name: ErrorName) => errorCatalogue[name].code === errorCode && errorCatalogue[name].status === status;
  const endpoint = endpoints.find((each) => each.id === id);
  const ofPipeline = Object.keys({ ...requestErrors, ...keyErrors }) as ErrorName[];
  const likely = endpoint === undefined ? ofPipeline : [...endpoint.errors, ...pipelineErrorsOf(endpoint), ...ofPipeline];
  // The endpoint answers something else now, or no longer exists.
  const all = Object.keys(errorCatalogue) as ErrorName[];
  const possible = [...new Set(likely.some(isIt) ? likely.filter(isIt) : all.filter(isIt))];
  const said = possible.filter((name) => responseBody?.includes(JSON.stringify(errorCatalogue[name].meaning).slice(1, -1)) === true);
  return said.length === 0 ? possible : said;
}

/** The meaning of each error code in one language, by endpoint (`1051 createContract`) and in general (`1051`). */
export function nameErrors(words: Readonly<Record<ErrorName, { meaning: string }>>): Record<string, string> {
  const entriesOf = (names: readonly ErrorName[], suffix: string) =>
    names.map((name) => [`${errorCatalogue[name].code}${suffix}`, words[name].meaning] as const);
  const all = Object.keys(errorCatalogue) as ErrorName[];
  return Object.fromEntries([...entriesOf(all, ""), ...endpoints.flatMap(({ id, errors }) => entriesOf(errors, ` ${id}`))].toReversed());
}
