import type { Choice } from "#components/kit/filters/filter-popover.tsx";
import { unknownEndpoint } from "#lib/developer/calls/list-filters.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

/** The filter choices of a list of calls, with their names for people. */
export interface DescribedChoices {
  methods: Choice<string>[];
  statuses: Choice<string>[];
  /** With their names in the catalogue: numbers repeat across the sides of the API. */
  errorCodes: Choice<string>[];
  /** With the request that each is; unknown paths last. */
  endpoints: Choice<string>[];
  /** By their names, or their beginnings. */
  keys: Choice<string>[];
}

/** Those that look first. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const choice = (value: number | string) => ({ value: String(value), label: String(value) });

/** Returns the methods, answers and keys by which calls of an environment can be filtered. */
export function describeChoices(keys: readonly { id: string; preview: string; name?: string | null }[]): DescribedChoices {
  const entries = Object.entries(errorCatalogue);
  return {
    methods: methods.filter((method) => endpoints.some((endpoint) => endpoint.method === method)).map(choice),
    statuses: inOrder([...endpoints.map(({ success }) => success.status), ...entries.map(([, { status }]) => status)]).map(choice),
    errorCodes: inOrder(entries.map(([, { code }]) => code)).map((code) => {
      const names = entries.filter(([, entry]) => entry.code === code).map(([name]) => name);
      return { ...choice(code), hint: names.join(", ") };
    }),
    endpoints: [
      ...endpoints
        .map(({ id, method, path }) => ({ value: id, label: `${method} /v2${path}` }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
      choice(unknownEndpoint),
    ],
    keys: keys.map(({ id, preview, name }) => ({ value: id, label: name ?? `${preview}…` })),
  };
}

function inOrder(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((a, b) => a - b);
}
