import { encodeTime } from "ulid";
import { sql } from "#db/client.ts";
import type { Actor, StaffContext } from "#lib/context.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import { startOfDay } from "#lib/support/rules/start-of-day.ts";
import type { AuditListQuery } from "#lib/support/schema.ts";
import { holding } from "#lib/support/search-pattern.ts";

/** Something that was done. */
export interface AuditRow {
  id: string;
  at: Date;
  actor: {
    type: Actor["type"];
    /** What people know them by: a name, the beginning of a key, a job. */
    name: string;
    /** The user or the key; null for a job, and for staff at the admin command. */
    id: string | null;
    partner: { id: string; name: string } | null;
  };
  action: string;
  subjectId: string;
  reason: string | null;
  /** The address that it was asked from, where that was noted. */
  address: string | null;
  details: Record<string, unknown>;
}

type StoredRow = Omit<AuditRow, "at"> & { at: string };

/** An entry's id is made within this time after the instant that it tells of. */
const marginMs = 3_600_000;

/** The audit log, newest first: who did what, when, why and from where (portal.md § Support side). */
export async function list(_ctx: StaffContext, query: AuditListQuery): Promise<ListPage<AuditRow>> {
  const rows = await sql<StoredRow[]>`
    select a.id, a.at, a.action, a.subject_id as "subjectId", a.reason, a.details - 'address' as details, a.details ->> 'address' as address,
      json_build_object(
        'type', case when a.actor ->> 'type' = 'user' and a.actor ->> 'partnerId' is null then 'staff' else a.actor ->> 'type' end,
        'name', coalesce(u.name, a.actor ->> 'name', k.preview, a.actor ->> 'job', a.actor ->> 'userId', a.actor ->> 'keyId', ''),
        'id', coalesce(a.actor ->> 'userId', a.actor ->> 'keyId'),
        'partner', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end) as actor
    from ${pageOf(query)} a
      left join users u on u.id = a.actor ->> 'userId'
      left join api_keys k on k.id = a.actor ->> 'keyId'
      left join partners p on p.id = a.actor ->> 'partnerId'
    order by a.id ${orderOf(query)}`;
  return makeListPage(
    rows.map((row) => ({ ...row, at: new Date(row.at) })),
    query,
    (row) => row.id,
  );
}

/** The entries of a page and one more. Each subject is looked up by itself, by its index, and the first of each are merged. */
function pageOf(query: AuditListQuery): Fragment {
  const { subject, limit } = query;
  const first = sql`order by a.id ${orderOf(query)} limit ${limit + 1}`;
  const matching = (condition: Fragment) => sql`select a.* from audit_entries a where ${condition} ${conditionsOf(query)} ${first}`;
  if (subject === undefined) return sql`(${matching(sql`true`)})`;
  return sql`(
    select a.* from unnest(${subjectsOf(subject)}) as s (id) cross join lateral (${matching(sql`a.subject_id = s.id`)}) a ${first})`;
}

const isRising = ({ before, after }: AuditListQuery) => before === undefined && after !== undefined;

function orderOf(query: AuditListQuery): Fragment {
  return isRising(query) ? sql`asc` : sql`desc`;
}

function conditionsOf(query: AuditListQuery): Fragment {
  const { actor, action = [], from, to, zone, before, after } = query;
  const first = from === undefined ? undefined : startOfDay(from, zone);
  const end = to === undefined ? undefined : startOfDay(to, zone, 1);
  return sql`
    ${before === undefined ? sql`` : sql`and a.id < ${before}`} ${isRising(query) ? sql`and a.id > ${after ?? ""}` : sql``}
    ${action.length === 0 ? sql`` : sql`and a.action = any(${action}::text[])`}
    ${actor === undefined ? sql`` : sql`and ${isBy(actor)}`}
    ${first === undefined ? sql`` : sql`and a.id >= ${firstIdAt(first)} and a.at >= ${first.toISOString()}::timestamptz`}
    ${end === undefined ? sql`` : sql`and a.id < ${firstIdAt(new Date(end.getTime() + marginMs))} and a.at < ${end.toISOString()}::timestamptz`}`;
}

/** What was done to a partner was done to its keys and people, too. */
function subjectsOf(subject: string): Fragment {
  return sql`array(
    select ${subject}::text union all
    select id from users where partner_id = ${subject} union all
    select k.id from worlds w join api_keys k on k.world_id = w.id where w.partner_id = ${subject})`;
}

function isBy(actor: string): Fragment {
  const pattern = holding(actor);
  return sql`(
    a.actor ->> 'userId' in (select id from users where id = ${actor} or name ilike ${pattern} or email ilike ${pattern})
    or a.actor ->> 'keyId' = ${actor} or a.actor ->> 'partnerId' = ${actor}
    or a.actor ->> 'name' ilike ${pattern} or a.actor ->> 'job' ilike ${pattern})`;
}

/** The least id that an entry of this moment can have. */
function firstIdAt(moment: Date): string {
  return `aud_${encodeTime(Math.max(0, moment.getTime()), 10)}`;
}
