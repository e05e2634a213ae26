import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import { joinDeliveries, listDeliveries } from "#lib/support/deliveries-of-event.ts";
import type { FoundDelivery } from "#lib/support/deliveries-of-event.ts";
import { joinOwner, ownerOfRow } from "#lib/support/owner.ts";
import type { Owner } from "#lib/support/owner.ts";

/** A call with what it caused. */
export interface FoundCall {
  executionId: string;
  owner: Owner;
  at: Date;
  method: string;
  path: string;
  query: string;
  status: number;
  errorCode: number | null;
  durationMs: number;
  ip: string | null;
  userAgent: string | null;
  keyId: string;
  keyPreview: string | null;
  subjectId: string | null;
  requestBody: string | null;
  responseBody: string | null;
  deliveries: FoundDelivery[];
}

/** The call with this execution id, of any partner; undefined where there is none, or it is no longer kept. */
export async function findCall(_ctx: StaffContext, executionId: string): Promise<FoundCall | undefined> {
  const [row] = await sql<(Omit<FoundCall, "at"> & { at: string })[]>`
    select c.execution_id as "executionId", ${ownerOfRow} as owner, c.at, c.method, c.path, c.query, c.status, c.error_code as "errorCode",
      c.duration_micros / 1000.0::float8 as "durationMs", c.ip, c.user_agent as "userAgent", c.key_id as "keyId", k.preview as "keyPreview",
      c.subject_id as "subjectId", c.request_body as "requestBody", c.response_body as "responseBody",
      (select ${listDeliveries} from events e ${joinDeliveries} where e.execution_id = c.execution_id) as deliveries
    from (
      -- The offset keeps the planner from reading the day through: each world is looked into, by its key.
      select c.* from worlds cross join lateral (select * from calls where world_id = worlds.id and execution_id = ${executionId} offset 0) c
    ) c ${joinOwner(sql`c.world_id`)} left join api_keys k on k.id = c.key_id`;
  return row === undefined ? undefined : { ...row, at: new Date(row.at) };
}
