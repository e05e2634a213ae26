import { sql } from "#db/client.ts";
import { unknownEndpoint } from "#lib/calls/schema.ts";
import type { PortalContext } from "#lib/context.ts";

/** What a list of calls can be filtered by: what has occurred in the world. */
export interface CallChoices {
  methods: string[];
  statuses: number[];
  errorCodes: number[];
  /** By id; the one for unknown paths last. */
  endpoints: string[];
}

interface Kind {
  method: string;
  status: number;
  errorCode: number | null;
  endpoint: string | null;
}

/** Every method, status, error code and endpoint that calls of this world have had. */
export async function listChoices({ world }: Pick<PortalContext, "world">): Promise<CallChoices> {
  const kinds = await sql<Kind[]>`
    select distinct method, status, error_code as "errorCode", endpoint from call_kinds where world_id = ${world.id}`;
  const isUnknown = kinds.some(({ endpoint }) => endpoint === null);
  return {
    methods: sorted(kinds.map(({ method }) => method)),
    statuses: sorted(kinds.map(({ status }) => status)),
    errorCodes: sorted(kinds.flatMap(({ errorCode }) => errorCode ?? [])),
    endpoints: [...sorted(kinds.flatMap(({ endpoint }) => endpoint ?? [])), ...(isUnknown ? [unknownEndpoint] : [])],
  };
}

function sorted<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));
}
