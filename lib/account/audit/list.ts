import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Actor } from "#db/schema/security.ts";
import { auditFilters } from "#lib/account/audit/list-filters.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { containsTyped, patternBeginningWith } from "#lib/platform/lists/folded.ts";
import { maxAlternatives, readPage } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { listQuery } from "#lib/platform/lists/portal-lists.ts";
import type { ListQuery } from "#lib/platform/lists/portal-lists.ts";

export const auditListQuery = listQuery(auditFilters);

export interface AuditRow {
  id: string;
  at: Date;
  actor: {
    type: Actor["type"];
    /** A person's name, the beginning of a key, or a job. */
    name: string;
    /** The user or the key; null for jobs and the admin command. */
    id: string | null;
    partner: { id: string; name: string } | null;
  };
  action: string;
  subjectId: string;
  reason: string | null;
  /** Null for jobs and the admin command. */
  address: string | null;
  details: Record<string, unknown>;
}

const auditList: List<typeof auditFilters, AuditRow> = {
  table: "audit_entries",
  filters: auditFilters,
  order: { at: "at", key: "id", direction: "desc" },
  columns: sql.raw(`
    r.id, r.at, r.action, r.subject_id, r.reason, r.address, r.details,
    json_build_object(
      'type', case when r.actor ->> 'type' = 'user' and r.actor ->> 'partnerId' is null then 'staff' else r.actor ->> 'type' end,
      'name', coalesce(u.name, r.actor ->> 'name', k.preview, r.actor ->> 'job', r.actor ->> 'userId', r.actor ->> 'keyId', ''),
      'id', coalesce(r.actor ->> 'userId', r.actor ->> 'keyId'),
      'partner', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end) as actor`),
  joins: sql.raw(`
    left join users u on u.id = r.actor ->> 'userId'
    left join api_keys k on k.id = r.actor ->> 'keyId'
    left join partners p on p.id = r.actor ->> 'partnerId'`),
};

/** The audit log, newest first: who did what, when, why and from where (rules/authority.md#audit-1). */
export async function list(_ctx: SupportContext, query: ListQuery<typeof auditFilters>): Promise<BoundedPage<AuditRow>> {
  return readPage(auditListBy(query.actor === undefined ? [] : await findActors(query.actor)), sql`true`, query);
}

/** The list whose filter `actor` matches any of these. */
export function auditListBy(actors: readonly FoundActor[]): typeof auditList {
  if (actors.length <= maxAlternatives) {
    return {
      ...auditList,
      conditions: { subject: matchesSubject, actor: () => actors.map(({ by, value }) => sql`${actorColumns[by]} = ${value}`) },
    };
  }
  // Entries of many people are common, so they are met in the order of the list.
  const conditions = [...Map.groupBy(actors, ({ by }) => by)].map(
    ([by, found]) => sql`${actorColumns[by]} = any(${sql.param(found.map(({ value }) => value))}::text[])`,
  );
  const filters = { ...auditFilters, actor: { ...auditFilters.actor, isUnindexed: true } } as const;
  return { ...auditList, filters, conditions: { subject: matchesSubject, actor: () => conditions } };
}

/** An entry about a partner's key, user, webhook or renter also concerns the partner, and so do the entries of its own people and keys. */
function matchesSubject(subject: string): SQL[] {
  return [
    sql`r.subject_id = any(array(
      select ${subject}::text union select id from users where partner_id = ${subject}
      union select k.id from worlds w join api_keys k on k.world_id = w.id where w.partner_id = ${subject}
      union select h.id from worlds w join webhooks h on h.world_id = w.id where w.partner_id = ${subject}))`,
    sql`r.actor ->> 'partnerId' = ${subject}`,
    sql`r.details ->> 'partnerId' = ${subject}`,
    // A change of a renter itself names no partner; its place with another partner is hidden.
    sql`r.subject_id = any(array(
      select renter_uid from renter_openings where partner_id = ${subject}
      union select a.renter_uid from worlds w join renter_attachments a on a.world_id = w.id where w.partner_id = ${subject}))
      and r.details ->> 'partnerId' is null`,
  ];
}

interface FoundActor {
  by: keyof typeof actorColumns;
  value: string;
}

/** The same expressions as in the indexes. */
const actorColumns = {
  userId: sql`r.actor ->> 'userId'`,
  partnerId: sql`r.actor ->> 'partnerId'`,
  keyId: sql`r.actor ->> 'keyId'`,
  name: sql`r.actor ->> 'userId' is null and r.actor ->> 'keyId' is null and coalesce(r.actor ->> 'name', r.actor ->> 'job')`,
};

/** Resolves a text to users, partners, keys, and names without an id (the admin command, jobs). */
async function findActors(text: string): Promise<FoundActor[]> {
  const nameless = sql`actor ->> 'userId' is null and actor ->> 'keyId' is null`;
  const name = sql`coalesce(actor ->> 'name', actor ->> 'job')`;
  return db.execute<FoundActor & Record<string, unknown>>(sql`
    with recursive names as (
      -- Each name once, by one look-up into the index.
      (select ${name} as name from audit_entries where ${nameless} order by 1 limit 1)
      union all
      select (select ${name} from audit_entries where ${nameless} and ${name} > names.name order by 1 limit 1) from names where names.name is not null
    )
    select 'userId' as by, id as value from users where id = ${text} or ${containsTyped(["name", "email"], text)}
    union all select 'partnerId', id from partners where id = ${text} or ${containsTyped(["name"], text)}
    union all select 'keyId', id from api_keys where id = ${text} or preview like ${patternBeginningWith(text)}
    union all select 'name', name from names where ${containsTyped(["name"], text)}`);
}
