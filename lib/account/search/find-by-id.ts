import { sql } from "#db/client.ts";
import type { EntryKind } from "#lib/account/search/find.ts";
import type { World } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { developerRoles, memberRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

type PageKind = EntryKind | "webhooks" | "events" | "deliveries" | "keys";

/** The folder of a page, the table and key of its rows `r`, and the condition if it is not that the key is the identifier. */
const kinds: readonly (readonly [form: RegExp, page: PageKind, table: string, key: string, where?: string])[] = [
  [/^exec_/, "calls", "calls", "r.execution_id"],
  [/^dlv_/, "deliveries", "deliveries", "r.id"],
  [/^evt_/, "events", "events", "r.id"],
  [/^whk_/, "webhooks", "webhooks", "r.id"],
  [/^key_/, "keys", "api_keys", "r.id"],
  [/^(?:claim_|CLM-)/i, "claims", "claims", "r.id", "(r.id = $1 or r.claim_id = upper($1))"],
  [/^doc_/, "claims", "claims", "r.id", "r.id = (select claim_id from claim_documents where id = $1)"],
  [/^cpid_/, "contracts", "contracts", "r.cid", "r.cid = (select cid from contract_products where cpid = $1)"],
  [/^prod_/, "products", "products", "r.id"],
  [/^ar_/, "renewals", "automatic_renewals", "r.arid"],
  [/^[0-9A-HJKMNP-TV-Z]{26}$/i, "contracts", "contracts", "r.cid", "r.cid = upper($1)"],
  // A uid is the partner's own, and can look like anything.
  [/./, "products", "products", "r.id", "r.uid = $1 and not r.hidden and r.deleted_at is null"],
  [/./, "renters", "renter_attachments", "r.renter_uid"],
];
const pagesOfDevelopers: readonly string[] = ["calls", "deliveries", "events", "webhooks", "keys"];

interface FoundPage {
  kind: PageKind;
  environment: Environment;
  href: string;
}

/** The role of the caller, and the environment of the search. */
interface Asking {
  user: { role: Role };
  world: Pick<World, "partnerId" | "environment">;
}

/**
 * Finds the page of an identifier in either environment of the user's partner, first in that of the context: both may know a uid.
 * Undefined if there is none that they may see.
 */
export async function findPageById({ user, world }: Asking, id: string): Promise<FoundPage | undefined> {
  const mayOpen = (page: PageKind) => (pagesOfDevelopers.includes(page) ? developerRoles : memberRoles).some((role) => role === user.role);
  const fitting = kinds.filter(([form, page]) => form.test(id) && mayOpen(page));
  for (const [, page, table, key, where = `${key} = $1`] of fitting) {
    const statement = `select ${key} as id, w.environment from worlds w join ${table} r on r.world_id = w.id
      where w.partner_id = $2 and ${where} order by w.environment <> $3 limit 1`;
    const [row] = await sql.unsafe<{ id: string; environment: Environment }[]>(statement, [id, world.partnerId, world.environment]);
    if (row === undefined) continue;
    const { environment } = row;
    return { kind: page, environment, href: `/${environment}/${page}${page === "keys" ? "" : `/${encodeURIComponent(row.id)}`}` };
  }
  return undefined;
}
