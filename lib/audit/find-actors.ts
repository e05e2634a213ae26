import { sql } from "#db/client.ts";
import { patternBeginningWith, patternContaining } from "#lib/db/like.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";

/** Whom a search for somebody who acted means. */
export interface Actors {
  /** People, by their name, e-mail address or id. */
  users: string[];
  /** Partners, by their name or id: all who act for them. */
  partners: string[];
  /** API keys, by how they begin or their id. */
  keys: string[];
  /** The pattern of those who are known by a name alone: staff at the admin command, and jobs. */
  named: string;
}

/** Finds whom a text means. */
export async function findActors(text: string): Promise<Actors> {
  const named = patternContaining(text);
  const [found] = await sql<Omit<Actors, "named">[]>`
    select array(select id from users where id = ${text} or name ilike ${named} or email ilike ${named}) as users,
      array(select id from partners where id = ${text} or name ilike ${named}) as partners,
      array(select id from api_keys where id = ${text} or preview like ${patternBeginningWith(text)}) as keys`;
  return { ...(found ?? { users: [], partners: [], keys: [] }), named };
}

/** Whether the entry `a` is of one of them. */
export function isBy(actors: Actors): Fragment {
  const { users, partners } = actors;
  return sql`(
    a.actor ->> 'userId' in (select unnest(${users}::text[])) or a.actor ->> 'partnerId' in (select unnest(${partners}::text[]))
    or ${isByNoUser(actors)})`;
}

/** Whether the entry `a` is of one of those of them who are no users. */
export function isByNoUser({ keys, named }: Pick<Actors, "keys" | "named">): Fragment {
  return sql`(
    (a.actor ->> 'userId') is null
    and (a.actor ->> 'keyId' in (select unnest(${keys}::text[])) or a.actor ->> 'name' ilike ${named} or a.actor ->> 'job' ilike ${named}))`;
}
