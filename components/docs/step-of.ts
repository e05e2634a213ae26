import type { Endpoint, Example } from "#lib/endpoint.ts";

/** A step of a guide: a request to an operation. */
export interface GuideStep {
  endpoint: Pick<Endpoint, "id" | "method" | "path" | "success" | "tag">;
  example: Example;
}

export function stepOf(endpoint: Endpoint, name: string): GuideStep {
  const example = endpoint.examples?.find((each) => each.name === name);
  if (example === undefined) throw new Error(`${endpoint.id} has no example called ${name}`);
  return { endpoint, example };
}
