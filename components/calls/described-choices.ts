import type { Choice } from "#components/portal/filters.tsx";
import type { CallChoices } from "#lib/calls/list-choices.ts";
import { endpoints } from "#lib/endpoints.ts";
import { errorCatalogue } from "#lib/errors.ts";

/** What a list of calls can be filtered by, with what people know it by. */
export interface DescribedChoices {
  methods: string[];
  statuses: number[];
  /** With their names in the catalogue: numbers repeat across the sides of the API. */
  errorCodes: Choice<string>[];
  /** With the request that each is. */
  endpoints: Choice<string>[];
}

export function describeChoices({ methods, statuses, errorCodes, endpoints: ids }: CallChoices): DescribedChoices {
  const entries = Object.entries(errorCatalogue);
  return {
    methods,
    statuses,
    errorCodes: errorCodes.map((code) => {
      const names = entries.filter(([, entry]) => entry.code === code).map(([name]) => name);
      return { value: String(code), label: String(code), hint: names.join(", ") };
    }),
    endpoints: ids.map((id) => {
      const endpoint = endpoints.find((each) => each.id === id);
      return { value: id, label: id, ...(endpoint !== undefined && { hint: `${endpoint.method} ${endpoint.path}` }) };
    }),
  };
}
