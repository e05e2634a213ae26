import { sql } from "#db/client.ts";
import { direction, findWay } from "#lib/audit/page.ts";
import type { Actor, StaffContext } from "#lib/context.ts";
import { makeListPage } from "#lib/portal-lists.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import type { AuditListQuery } from "#lib/support/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

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
  /** The network address that it was asked from; null for a job and the admin command. */
  address: string | null;
  details: Record<string, unknown>;
}

type StoredRow = Omit<AuditRow, "at"> & { at: string };

/** The audit log, newest first: who did what, when, why and from where (portal.md § Support side). */
export async function list(ctx: StaffContext, query: AuditListQuery): Promise<ListPage<AuditRow>> {
  assertSupport(ctx);
  const way = await findWay(query);
  const rows = await sql<StoredRow[]>`
    select a.id, a.at, a.action, a.subject_id as "subjectId", a.reason, a.address, a.details,
      json_build_object(
        'type', case when a.actor ->> 'type' = 'user' and a.actor ->> 'partnerId' is null then 'staff' else a.actor ->> 'type' end,
        'name', coalesce(u.name, a.actor ->> 'name', k.preview, a.actor ->> 'job', a.actor ->> 'userId', a.actor ->> 'keyId', ''),
        'id', coalesce(a.actor ->> 'userId', a.actor ->> 'keyId'),
        'partner', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end) as actor
    from (${way.ids()}) page
      join audit_entries a on a.id = page.id
      left join users u on u.id = a.actor ->> 'userId'
      left join api_keys k on k.id = a.actor ->> 'keyId'
      left join partners p on p.id = a.actor ->> 'partnerId'
    order by a.id ${direction(query)}`;
  return makeListPage(
    rows.map((row) => ({ ...row, at: new Date(row.at) })),
    query,
    (row) => row.id,
  );
}
