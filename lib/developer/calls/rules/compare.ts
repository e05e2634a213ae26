export interface Difference {
  /** The path of the field in the request: `body.products.0.value_excl`, `query.preview`. */
  field: string;
  /** The value as JSON; null if the request lacks the field. */
  here: string | null;
  there: string | null;
}

interface SentRequest {
  query: string;
  body: string | null;
}

const maxShown = 50;

/** The fields in which two requests differ, in their order in the first. A body that is no JSON is one field. */
export function compareRequests(here: SentRequest, there: SentRequest): Difference[] {
  const [own, other] = [fieldsOf(here), fieldsOf(there)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .map((field) => ({ field, here: own.get(field) ?? null, there: other.get(field) ?? null }))
    .filter((difference) => difference.here !== difference.there)
    .slice(0, maxShown);
}

function fieldsOf({ query, body }: SentRequest): Map<string, string> {
  const fields = new Map([...new URLSearchParams(query)].map(([name, value]) => [`query.${name}`, JSON.stringify(value)]));
  if (body !== null) addFields(fields, "body", parse(body));
  return fields;
}

function addFields(fields: Map<string, string>, path: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) fields.set(path, JSON.stringify(value));
  else for (const [name, inner] of Object.entries(value)) addFields(fields, `${path}.${name}`, inner);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
