import { endpoints } from "#lib/developer/endpoints.ts";

/** The name of each endpoint by its id: `POST /v2/contracts`. */
export const requestNames: Readonly<Record<string, string>> = Object.fromEntries(
  endpoints.map(({ id, method, path }) => [id, `${method} /v2${path}`]),
);
