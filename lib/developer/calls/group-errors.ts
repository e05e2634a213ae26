import { sql } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { countedSources } from "#lib/account/worlds/call-sources.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { errorsBehind } from "#lib/developer/calls/errors-behind.ts";
import { callList } from "#lib/developer/calls/list.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { fitsOf, streamOf } from "#lib/platform/lists/list.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";

const dayMs = 86_400_000;
const days = 7;
const maxGroups = 50;

export interface ErrorGroup {
  /** Null for unknown paths. */
  endpoint: string | null;
  status: number;
  errorCode: number | null;
  calls: number;
  firstAt: Date;
  lastAt: Date;
  /** The latest of its calls. */
  executionId: string;
  /** The errors of that call; several if its code and message fit more than one. */
  errors: ErrorName[];
}

export interface ErrorGroups {
  since: Date;
  /** Those of the latest error first. */
  groups: ErrorGroup[];
}

/** Groups the refused and failed calls of the partner's own system in the last seven days, the newest 10,000 at most. */
export async function groupErrors({ world, realTime }: Pick<PortalContext, "world" | "realTime">): Promise<ErrorGroups> {
  const since = new Date(realTime.getTime() - days * dayMs);
  const filter = { status: ["4xx", "5xx"], source: [...countedSources], from: since };
  const { stream, checked } = streamOf(callList, sql`r.world_id = ${world.id}`, filter, maxSummed);
  const statement = sql`
    select r.endpoint, r.status, r.error_code, count(*)::int as calls, min(r.at) as "firstAt", max(r.at) as "lastAt",
      max(r.execution_id) as "executionId"
    from (${stream}) r where ${fitsOf(checked)} group by r.endpoint, r.status, r.error_code order by "lastAt" desc limit ${sql.raw(String(maxGroups))}`;
  return readOnReplica(async (pool) => {
    const groups = await runUnprepared<Omit<ErrorGroup, "errors">>(pool, statement);
    const latest = groups.map(({ executionId }) => executionId);
    const answers = await pool<{ executionId: string; responseBody: string | null }[]>`
      select execution_id, response_body from calls
      where world_id = ${world.id} and at >= ${since} and execution_id = any(${latest})`;
    const bodies = new Map(answers.map(({ executionId, responseBody }) => [executionId, responseBody]));
    return {
      since,
      groups: groups.map((group) => ({
        ...group,
        errors: errorsBehind({ ...group, responseBody: bodies.get(group.executionId) ?? null }),
      })),
    };
  });
}
