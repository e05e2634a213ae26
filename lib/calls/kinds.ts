import { sql } from "#db/client.ts";
import type { CallRecord } from "#lib/calls/schema.ts";

type Kind = Pick<CallRecord, "worldId" | "method" | "endpoint" | "preview" | "status" | "errorCode">;

/** Beyond so many it begins anew: a world has some hundred. */
const maxRemembered = 20_000;
// Kinds are never changed or removed, so what was found once holds.
let remembered = new Map<string, number>();

/** The kinds of calls in `call_kinds`, in the order of the calls; those that occur for the first time are added. */
export async function identifyKinds(calls: readonly Kind[]): Promise<number[]> {
  if (remembered.size > maxRemembered) remembered = new Map();
  const named = calls.map((call) => ({ name: nameOf(call), call }));
  const unknown = new Map(named.flatMap(({ name, call }) => (remembered.has(name) ? [] : [[name, call] as const])));
  if (unknown.size > 0) for (const [name, id] of await findOrAdd(unknown)) remembered.set(name, id);
  return named.map(({ name }) => remembered.get(name) ?? missing(name));
}

async function findOrAdd(unknown: ReadonlyMap<string, Kind>): Promise<[string, number][]> {
  const rows = [...unknown].map(([name, { worldId, method, endpoint, preview, status, errorCode }]) => ({
    name,
    world_id: worldId,
    method,
    endpoint,
    preview,
    status,
    error_code: errorCode,
  }));
  const asked = sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
    as asked (name text, world_id int, method text, endpoint text, preview boolean, status int2, error_code int)`;
  // In one order, so that two instances that add the same kinds cannot wait for each other.
  await sql`
    insert into call_kinds (world_id, method, endpoint, preview, status, error_code)
    select world_id, method, endpoint, preview, status, error_code from ${asked} order by name on conflict do nothing`;
  const found = await sql<{ name: string; id: number }[]>`
    select asked.name, k.id from ${asked} join call_kinds k on k.world_id = asked.world_id and k.method = asked.method
      and k.preview = asked.preview and k.status = asked.status
      and k.endpoint is not distinct from asked.endpoint and k.error_code is not distinct from asked.error_code`;
  return found.map(({ name, id }) => [name, id]);
}

function nameOf({ worldId, method, endpoint, preview, status, errorCode }: Kind): string {
  return `${worldId} ${method} ${endpoint ?? ""} ${preview ? 1 : 0} ${status} ${errorCode ?? ""}`;
}

function missing(name: string): never {
  throw new Error(`the kind of a call was neither found nor added: ${name}`);
}
