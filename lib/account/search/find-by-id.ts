import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Role } from "#lib/platform/roles.ts";

interface Kind {
  matches: RegExp;
  path: (row: { id: string }) => string;
  ownersOnly?: true;
  /** Reads `id` and `environment` from the worlds `w`. */
  find: (id: string, worlds: Fragment) => Fragment;
}

const inTable = (table: string, column: string) => (id: string, worlds: Fragment) =>
  sql`
  select r.${sql(column)} as id, w.environment from ${worlds} join ${sql(table)} r on r.world_id = w.id where r.${sql(column)} = ${id}`;

const kinds: readonly Kind[] = [
  { matches: /^exec_/, ownersOnly: true, path: ({ id }) => `calls/${id}`, find: inTable("calls", "execution_id") },
  {
    matches: /^dlv_/,
    ownersOnly: true,
    path: ({ id }) => `deliveries/${id}`,
    find: (id, worlds) => sql`
      select d.id, w.environment from ${worlds} join webhooks h on h.world_id = w.id join deliveries d on d.webhook_id = h.id where d.id = ${id}`,
  },
  { matches: /^evt_/, ownersOnly: true, path: ({ id }) => `events/${id}`, find: inTable("events", "id") },
  { matches: /^whk_/, ownersOnly: true, path: ({ id }) => `webhooks/${id}`, find: inTable("webhooks", "id") },
  { matches: /^key_/, ownersOnly: true, path: () => "keys", find: inTable("api_keys", "id") },
  {
    matches: /^(?:claim_|CLM-)/i,
    path: ({ id }) => `claims/${id}`,
    find: (id, worlds) => sql`
      select r.id, w.environment from ${worlds} join claims r on r.world_id = w.id where r.id = ${id} or r.claim_id = upper(${id})`,
  },
  {
    matches: /^doc_/,
    path: ({ id }) => `claims/${id}`,
    find: (id, worlds) => sql`
      select c.id, w.environment from claim_documents d join claims c on c.id = d.claim_id join ${worlds} on w.id = c.world_id where d.id = ${id}`,
  },
  {
    matches: /^cpid_/,
    path: ({ id }) => `contracts/${id}`,
    find: (id, worlds) => sql`
      select c.cid as id, w.environment from contract_products p join contracts c on c.cid = p.cid join ${worlds} on w.id = c.world_id
      where p.cpid = ${id}`,
  },
  { matches: /^prod_/, path: ({ id }) => `products/${id}`, find: inTable("products", "id") },
  { matches: /^ar_/, path: ({ id }) => `renewals/${id}`, find: inTable("automatic_renewals", "arid") },
  {
    matches: /^[0-9A-HJKMNP-TV-Z]{26}$/i,
    path: ({ id }) => `contracts/${id}`,
    find: (id, worlds) =>
      sql`select r.cid as id, w.environment from ${worlds} join contracts r on r.world_id = w.id where r.cid = upper(${id})`,
  },
  // A uid is the partner's own, and can look like anything.
  {
    matches: /./,
    path: ({ id }) => `products/${id}`,
    find: (id, worlds) => sql`
      select p.id, w.environment from ${worlds} join products p on p.world_id = w.id where p.uid = ${id} and not p.hidden and p.deleted_at is null`,
  },
  { matches: /./, path: ({ id }) => `renters/${encodeURIComponent(id)}`, find: inTable("renter_attachments", "renter_uid") },
];

/** The role of the caller, and the environment of the search. */
interface Asking {
  user: { role: Role };
  world: Pick<World, "partnerId" | "environment">;
}

/**
 * Finds the page of an identifier in either environment of the user's partner, first in that of the context: both may know a uid.
 * Undefined if there is none that they may see.
 */
export async function findPageById({ user, world }: Asking, id: string): Promise<string | undefined> {
  const isOwner = user.role === "owner";
  const worlds = sql`(select * from worlds where partner_id = ${world.partnerId}) w`;
  for (const { find, path } of kinds.filter(({ matches, ownersOnly }) => matches.test(id) && (isOwner || ownersOnly !== true))) {
    const [row] = await sql<
      { id: string; environment: Environment }[]
    >`${find(id, worlds)} order by w.environment <> ${world.environment} limit 1`;
    if (row !== undefined) return `/${row.environment}/${path(row)}`;
  }
  return undefined;
}
